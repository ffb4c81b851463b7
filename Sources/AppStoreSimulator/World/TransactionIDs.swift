/// A generator of ascending transaction ids. Worlds of different seeds share no ids, up to ten
/// million ids each.
struct TransactionIDs: Sendable {
  private static let perWorld: Int64 = 10_000_000
  private let base: Int64
  private let appBase: Int64

  init(seed: UInt64) {
    let offset = Int64(seed % 10_000_000) * Self.perWorld
    base = 200_000_000_000_000 + offset
    appBase = 700_000_000_000_000 + offset
  }

  func transaction(_ index: Int) -> String { String(base + Int64(index)) }
  func appTransaction(_ customer: Int) -> String { String(appBase + Int64(customer)) }

  /// Returns the order id as Apple prints it on a receipt.
  func order(_ index: Int) -> String { "M\(base + Int64(index))" }

  func index(ofTransaction id: String) -> Int? { index(id, base) }
  func index(ofAppTransaction id: String) -> Int? { index(id, appBase) }

  private func index(_ id: String, _ base: Int64) -> Int? {
    guard let number = Int64(id), (base..<base + Self.perWorld).contains(number) else { return nil }
    return Int(number - base)
  }
}
