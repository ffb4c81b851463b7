/// What a game gives in coins of its own for what is bought. Apple knows nothing of it.
package struct Coinage: Sendable {
  /// So many of a coin for one of a product, or for each period of a subscription.
  package struct Grant: Hashable, Sendable {
    package let amount: Int64
    package let coin: String
    /// Whether a subscription's free period gives it too.
    package let duringTrial: Bool

    package init(_ amount: Int64, _ coin: String, duringTrial: Bool = false) {
      self.amount = amount
      self.coin = coin
      self.duringTrial = duringTrial
    }
  }

  /// By product; one that is left out gives nothing.
  package typealias List = [String: [Grant]]

  private struct DatedList: Sendable {
    let from: Int64
    let list: List
  }

  /// In the order in which they begin to hold.
  private var lists: [DatedList] = []

  /// Gives nothing.
  package init() {}

  /// From a moment on this list holds, until a later one begins; of two with one beginning the one that
  /// was said last.
  /// - Parameter start: milliseconds since 1970.
  package mutating func begin(_ list: List, at start: Int64) {
    lists.removeAll { $0.from == start }
    lists.append(DatedList(from: start, list: list))
    lists.sort { $0.from < $1.from }
  }

  /// What one of a product gives that is bought at a moment; nothing before the first list.
  package func grants(of product: String, at moment: Int64) -> [Grant] {
    lists.last { $0.from <= moment }?.list[product] ?? []
  }
}
