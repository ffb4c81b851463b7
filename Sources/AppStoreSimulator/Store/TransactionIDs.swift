/// A generator of ascending transaction ids. Worlds of different seeds share no ids, up to five
/// million transactions and five million restored copies each.
struct TransactionIDs: Sendable {
  private static let perWorld: Int64 = 10_000_000
  private static let firstCopy = perWorld / 2
  private let base: Int64
  private let appBase: Int64

  init(seed: UInt64) {
    let offset = Int64(seed % 10_000_000) * Self.perWorld
    base = 200_000_000_000_000 + offset
    appBase = 700_000_000_000_000 + offset
  }

  func transaction(_ index: Int) -> String { String(base + Int64(index)) }
  func copy(_ index: Int) -> String { String(base + Self.firstCopy + Int64(index)) }
  func appTransaction(_ customer: Int) -> String { String(appBase + Int64(customer)) }

  /// Returns the order id as Apple prints it on a receipt.
  func order(_ index: Int) -> String { "M\(base + Int64(index))" }

  /// Returns the index of a transaction; nil for a copy.
  func index(ofTransaction id: String) -> Int? {
    index(id, base).flatMap { $0 < Self.firstCopy ? $0 : nil }
  }

  func index(ofCopy id: String) -> Int? {
    index(id, base).flatMap { $0 < Self.firstCopy ? nil : $0 - Int(Self.firstCopy) }
  }

  func index(ofAppTransaction id: String) -> Int? { index(id, appBase) }

  private func index(_ id: String, _ base: Int64) -> Int? {
    guard let number = Int64(id), (base..<base + Self.perWorld).contains(number) else { return nil }
    return Int(number - base)
  }
}
