import Ledger
import Projections

/// The purchases of an account whose coins were delivered elsewhere: bought before the opening.
struct ElsewhereStory: Encodable {
  struct Purchase: Encodable {
    let transactionId: String
    let opening: String

    var sentence: String {
      "  \(transactionId)  delivered elsewhere: bought before \(opening)"
    }
  }

  let purchases: [Purchase]

  /// - Parameter terms: by which the coins of the book's app are granted.
  init(_ book: GrantBook, by terms: GrantTerms) {
    purchases =
      terms.opening.map { opening in
        book.deliveredElsewhere(by: terms).all.map {
          Purchase(transactionId: $0.rawValue, opening: opening.before.description)
        }
      } ?? []
  }

  /// - Parameter events: of the account's chains, as far as they are known.
  init(_ events: [RecordedEvent], commons: [RecordedEvent]) {
    let commons = Commons(commons)
    purchases = Dictionary(grouping: events, by: \.event.stream)
      .compactMap { stream, events -> GrantBook? in
        guard case .chain(let chain) = stream else { return nil }
        return GrantBook(ChainState(chain), grants: events)
      }
      .sorted { $0.chain.chain < $1.chain.chain }
      .flatMap { ElsewhereStory($0, by: commons.grantTerms(of: $0.chain)).purchases }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(purchases)
  }
}
