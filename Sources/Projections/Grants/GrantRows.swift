import Foundation
import Ledger

/// The rows of one chain: its grants, and the purchases that no catalog names.
struct GrantRows: Hashable {
  struct Unpriced: Hashable {
    let environment: StoreEnvironment
    let app: BundleID
    let product: ProductID
    /// True if the purchase precedes the cut-over date, and waits for no catalog.
    let isGrantedExternally: Bool
  }

  let stream: UUID
  private(set) var grants: [GrantID: PresentGrant] = [:]
  private(set) var unpriced: [TransactionID: Unpriced] = [:]

  var isEmpty: Bool { grants.isEmpty && unpriced.isEmpty }

  init(_ stream: UUID) {
    self.stream = stream
  }

  /// Derives the rows from the events of a chain. The rows are empty if the events are of no chain.
  init(_ history: ChainEvents, _ shared: SharedState) {
    self.init(history.stream)
    guard let book = GrantBook(history) else { return }
    let words = FirstWords(history.all)
    for status in book.statuses {
      guard let made = words.made(status.grant) else { continue }
      keep(
        PresentGrant(status, made: made, acknowledged: words.acknowledged[status.grant.id]))
    }
    let terms = shared.grantTerms(of: book.chain.chain)
    for id in book.unpriced(by: terms) {
      keepUnpriced(id, of: book.chain, isGrantedExternally: false)
    }
    for id in book.grantedExternally(by: terms).unpriced {
      keepUnpriced(id, of: book.chain, isGrantedExternally: true)
    }
  }

  private mutating func keepUnpriced(
    _ id: TransactionID, of chain: ChainState, isGrantedExternally: Bool
  ) {
    guard let transaction = chain.transactions[id] else { return }
    keep(
      Unpriced(
        environment: chain.chain.environment, app: chain.chain.bundleID,
        product: transaction.purchase.productID,
        isGrantedExternally: isGrantedExternally), id)
  }

  mutating func keep(_ grant: PresentGrant) {
    grants[grant.id] = grant
  }

  mutating func keep(_ waiting: Unpriced, _ id: TransactionID) {
    unpriced[id] = waiting
  }
}

/// The first events that made and acknowledged each grant.
private struct FirstWords {
  private var made: [GrantID: EventID] = [:]
  private var deliveredElsewhere: [GrantID: EventID] = [:]
  private(set) var acknowledged: [GrantID: GrantAcknowledged] = [:]

  /// - Parameter events: in the order of their stream.
  init(_ events: [RecordedEvent]) {
    for event in events {
      if case .chain(.grantMade(let grant)) = event.event { note(grant, event.id) }
      if case .chain(.grantAcknowledged(let word)) = event.event, acknowledged[word.grant] == nil {
        acknowledged[word.grant] = word
      }
    }
  }

  private mutating func note(_ grant: GrantMade, _ event: EventID) {
    if grant.isDeliveredElsewhere {
      deliveredElsewhere[grant.id] = deliveredElsewhere[grant.id] ?? event
    } else {
      made[grant.id] = made[grant.id] ?? event
    }
  }

  /// Returns the event of a decision that counts.
  func made(_ grant: GrantMade) -> EventID? {
    grant.isDeliveredElsewhere ? deliveredElsewhere[grant.id] : made[grant.id]
  }
}

extension GrantBook {
  /// Returns nil if none of the events is of a chain.
  init?(_ history: ChainEvents) {
    let own = history.all.filter { $0.event.chain != nil }
    guard let chain = own.first?.event.chain else { return nil }
    self.init(joined: history.state ?? ChainState(chain), events: own)
  }
}

extension LedgerEvent {
  fileprivate var chain: ChainID? { ofChain?.chainOfFact ?? ofChain?.chainOfDecision }
}
