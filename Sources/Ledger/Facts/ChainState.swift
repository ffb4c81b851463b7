package import Foundation

/// Everything known of one chain: the join of its events, in whatever order they came.
package struct ChainState: Hashable, Sendable, Codable {
  package let chain: ChainID
  /// The app. Facts of one chain agree on it; should they not, the lesser name stands.
  package private(set) var bundleID: BundleID?
  package private(set) var ownership: ChainOwnership?
  /// Absent from states that were written before chains could change hands.
  package private(set) var ownershipChange: ChainOwnershipChange?
  package private(set) var transactions: [TransactionID: TransactionState]
  package private(set) var renewal: RenewalState?

  package init(_ chain: ChainID) {
    self.chain = chain
    transactions = [:]
  }

  /// Takes in an event of this chain. Notices, claims, grants and their acknowledgement change nothing
  /// here.
  package mutating func join(_ event: RecordedEvent) {
    switch event.event {
    case .transactionObserved(let fact):
      precondition(fact.chain == chain, "a state joins events of one chain")
      keep(fact.bundleID)
      keep(TransactionState(fact, by: event.id))
    case .renewalObserved(let fact):
      precondition(fact.chain == chain, "a state joins events of one chain")
      keep(RenewalState(fact, by: event.id))
    case .chainOwned(let decision):
      precondition(decision.chain == chain, "a state joins events of one chain")
      keep(decision.bundleID)
      keep(ChainOwnership(account: decision.account, event: event.id))
    case .ownershipChanged(let decision):
      precondition(decision.chain == chain, "a state joins events of one chain")
      keep(decision.bundleID)
      keep(ChainOwnershipChange(owners: decision.owners, event: event.id))
    case .noticeReceived, .chainClaimed, .accountErased, .programmeEntered, .termsPublished,
      .cataloguePublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
      break
    }
  }

  package mutating func merge(_ other: ChainState) {
    precondition(other.chain == chain, "a state joins events of one chain")
    if let bundleID = other.bundleID { keep(bundleID) }
    if let ownership = other.ownership { keep(ownership) }
    if let change = other.ownershipChange { keep(change) }
    if let renewal = other.renewal { keep(renewal) }
    for transaction in other.transactions.values { keep(transaction) }
  }

  package mutating func merge(_ transaction: TransactionState) { keep(transaction) }

  /// The same without its transactions, for where they are kept one by one.
  package var withoutTransactions: ChainState {
    var state = self
    state.transactions = [:]
    return state
  }

  private mutating func keep(_ app: BundleID) {
    bundleID = bundleID.map { min($0, app) } ?? app
  }

  private mutating func keep(_ decision: ChainOwnership) {
    ownership = ownership.map { $0.event <= decision.event ? $0 : decision } ?? decision
  }

  private mutating func keep(_ change: ChainOwnershipChange) {
    ownershipChange = ownershipChange.map { $0.event >= change.event ? $0 : change } ?? change
  }

  private mutating func keep(_ state: TransactionState) {
    if transactions[state.transactionID]?.merge(state) == nil {
      transactions[state.transactionID] = state
    }
  }

  private mutating func keep(_ state: RenewalState) {
    if renewal?.merge(state) == nil { renewal = state }
  }
}

/// Whom a chain belonged to first, by the first decision in its stream.
package struct ChainOwnership: Hashable, Sendable, Codable {
  package let account: AccountReference
  package let event: EventID
}

/// To whom a chain belongs since it last changed hands, by the last decision in its stream.
package struct ChainOwnershipChange: Hashable, Sendable, Codable {
  package let owners: [AccountReference]
  package let event: EventID
}

extension ChainState {
  /// To whom it was decided to belong; empty where nothing ever was.
  package var owners: [AccountReference] {
    ownershipChange?.owners ?? firstOwner.map { [$0] } ?? []
  }

  /// Who owned it first: coins that were bought once are theirs, whoever owns the chain later.
  package var firstOwner: AccountReference? { ownership?.account }

  /// Whose the coins of a renewal are that is granted now; of several owners the first one's, if it is
  /// still among them.
  package var presentOwner: AccountReference? {
    owners.first { $0 == firstOwner } ?? owners.first
  }

  /// The account the game named to Apple: the token of the latest purchase that carries one; without
  /// any, the one that the next renewal will carry. In lower case.
  package var token: AccountID? {
    let bought = transactions.values
      .filter { $0.purchase.appAccountToken != nil }
      .max { $0.order < $1.order }
    let token = bought?.purchase.appAccountToken ?? renewal?.plan.appAccountToken
    return token.map(AccountID.init(token:))
  }
}

extension AccountID {
  /// The account a game names by an `appAccountToken`.
  package init(token: UUID) {
    self.init(rawValue: token.uuidString.lowercased())
  }
}

extension TransactionState {
  /// By purchase date, and by id where dates are equal.
  var order: (Instant, TransactionID) { (purchase.purchaseDate, transactionID) }
}

extension TransactionID: CodingKeyRepresentable {}
