import Foundation
import Ledger

/// The rows of one chain: what it was granted, and what no catalogue names.
struct GrantRows: Hashable {
  struct Unpriced: Hashable {
    let environment: StoreEnvironment
    let app: BundleID
    let product: ProductID
    /// Whether it was bought before the opening, and waits for nothing.
    let isElsewhere: Bool
  }

  let stream: UUID
  private(set) var grants: [GrantID: PresentGrant] = [:]
  private(set) var unpriced: [TransactionID: Unpriced] = [:]

  var isEmpty: Bool { grants.isEmpty && unpriced.isEmpty }

  init(_ stream: UUID) {
    self.stream = stream
  }

  /// Empty where the events are of no chain.
  init(_ stream: UUID, of events: [RecordedEvent], _ commons: Commons) {
    self.init(stream)
    guard let book = GrantBook(events) else { return }
    let words = FirstWords(events)
    for standing in book.standings {
      guard let made = words.made[standing.grant.id] else { continue }
      keep(
        PresentGrant(standing, made: made, acknowledged: words.acknowledged[standing.grant.id]))
    }
    let terms = commons.grantTerms(of: book.chain)
    for id in book.unpriced(by: terms) { keepUnpriced(id, of: book.chain, isElsewhere: false) }
    for id in book.deliveredElsewhere(by: terms).unpriced {
      keepUnpriced(id, of: book.chain, isElsewhere: true)
    }
  }

  private mutating func keepUnpriced(
    _ id: TransactionID, of chain: ChainState, isElsewhere: Bool
  ) {
    guard let app = chain.bundleID, let transaction = chain.transactions[id] else { return }
    keep(
      Unpriced(
        environment: chain.chain.environment, app: app, product: transaction.purchase.productID,
        isElsewhere: isElsewhere), id)
  }

  mutating func keep(_ grant: PresentGrant) {
    grants[grant.id] = grant
  }

  mutating func keep(_ waiting: Unpriced, _ id: TransactionID) {
    unpriced[id] = waiting
  }
}

/// Where each grant was made, and acknowledged, first.
private struct FirstWords {
  private(set) var made: [GrantID: EventID] = [:]
  private(set) var acknowledged: [GrantID: GrantAcknowledged] = [:]

  /// - Parameter events: in the order of their stream.
  init(_ events: [RecordedEvent]) {
    for event in events {
      if case .grantMade(let grant) = event.event, made[grant.id] == nil {
        made[grant.id] = event.id
      }
      if case .grantAcknowledged(let word) = event.event, acknowledged[word.grant] == nil {
        acknowledged[word.grant] = word
      }
    }
  }
}

extension GrantBook {
  /// Nil where none of the events is of a chain.
  fileprivate init?(_ events: [RecordedEvent]) {
    let own = events.filter { $0.event.chain != nil }
    guard let chain = own.first?.event.chain else { return nil }
    self.init(chain)
    for event in own { record(event) }
  }
}

extension LedgerEvent {
  fileprivate var chain: ChainID? { chainOfFact ?? chainOfDecision }
}
