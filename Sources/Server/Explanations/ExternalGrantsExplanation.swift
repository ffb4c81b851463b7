import Ledger
import Projections

/// The purchases of an account whose coins were granted externally, before the cut-over date.
struct ExternalGrantsExplanation: Encodable {
  struct Purchase: Encodable {
    let transactionId: String
    let cutOver: String

    /// The keys of the answer.
    private enum CodingKeys: String, CodingKey {
      case transactionId
      case cutOver = "opening"
    }

    var sentence: String {
      "  \(transactionId)  granted externally: bought before \(cutOver)"
    }
  }

  let purchases: [Purchase]

  /// - Parameter terms: the grant terms of the book's app.
  init(_ book: GrantBook, by terms: GrantTerms) {
    purchases =
      terms.cutOver.map { cutOver in
        book.grantedExternally(by: terms).all.map {
          Purchase(transactionId: $0.rawValue, cutOver: cutOver.before.description)
        }
      } ?? []
  }

  /// - Parameter events: the known events of the account's chains.
  init(_ events: [RecordedEvent], shared: [RecordedEvent]) {
    let shared = SharedState(shared)
    purchases = Dictionary(grouping: events, by: \.event.stream)
      .compactMap { stream, events -> GrantBook? in
        guard case .chain(let chain) = stream else { return nil }
        return GrantBook(ChainState(chain), grants: events)
      }
      .sorted { $0.chain.chain < $1.chain.chain }
      .flatMap {
        ExternalGrantsExplanation($0, by: shared.grantTerms(of: $0.chain.chain)).purchases
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(purchases)
  }
}
