import Ledger

/// The entry that ended a page: its number within its wallet, and the wallet's environment where a list is of several.
struct WalletCursor: CustomStringConvertible {
  private let environment: StoreEnvironment?
  private let number: Int

  init(_ entry: WalletEntry, amongMany: Bool) {
    environment = amongMany ? entry.moved.environment : nil
    number = entry.number
  }

  /// Parses `17`, or `Sandbox.17` in a list of several environments.
  init?(_ text: String, amongMany: Bool) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == (amongMany ? 2 : 1), let last = parts.last, let number = Int(last),
      number > 0
    else { return nil }
    self.number = number
    environment = amongMany ? StoreEnvironment(rawValue: String(parts[0])) : nil
    if amongMany, environment == nil { return nil }
  }

  /// Returns the number before which the entries of a wallet are to be listed, nil for all of them.
  ///
  /// - Parameter order: the environments of the list, in its order.
  func number(in place: StoreEnvironment, of order: [StoreEnvironment]) -> Int? {
    guard let environment, environment != place else { return number }
    let isListed = order.prefix { $0 != environment }.contains(place)
    return isListed ? 1 : nil
  }

  var description: String { environment.map { "\($0.rawValue).\(number)" } ?? "\(number)" }
}
