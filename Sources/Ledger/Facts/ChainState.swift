package import Foundation

/// The state of one chain: the join of its events, in any order of arrival.
package struct ChainState: Hashable, Sendable, Codable {
  package let chain: ChainID
  /// The first owner by the rules before owners followed signed tokens; nil for chains since.
  package private(set) var ownership: ChainOwnership?
  /// The last change of owner. Absent from states that were stored before chains could change
  /// owners.
  package private(set) var ownershipChange: ChainOwnershipChange?
  /// The first posts of each account. Absent from states that were stored before posts were recorded.
  package private(set) var posts: [ChainPost]?
  package private(set) var transactions: [TransactionID: TransactionState]
  package private(set) var renewal: RenewalState?

  package init(_ chain: ChainID) {
    self.chain = chain
    transactions = [:]
  }

  /// Joins an event of this chain. Notifications, claims, grants and their acknowledgements change
  /// nothing here.
  package mutating func join(_ event: RecordedEvent) {
    guard case .chain(let content) = event.event else { return }
    switch content.topic {
    case .fact(.transaction(let fact)):
      precondition(fact.chain == chain, "a state joins events of one chain")
      keep(TransactionState(fact, by: event.id))
    case .fact(.renewal(let fact)):
      precondition(fact.chain == chain, "a state joins events of one chain")
      keep(RenewalState(fact, by: event.id))
    case .ownership(.first(let decision)):
      precondition(decision.chain == chain, "a state joins events of one chain")
      keep(ChainOwnership(account: decision.account, event: event.id))
    case .ownership(.changed(let decision)):
      precondition(decision.chain == chain, "a state joins events of one chain")
      keep(ChainOwnershipChange(decision, event: event.id))
    case .ownership(.posted(let post)):
      precondition(post.chain == chain, "a state joins events of one chain")
      keep(ChainPost(account: post.account, isSigned: post.isSigned, event: event.id))
    case .ownership(.replaced), .notification, .grant:
      break
    }
  }

  package mutating func merge(_ other: ChainState) {
    precondition(other.chain == chain, "a state joins events of one chain")
    if let ownership = other.ownership { keep(ownership) }
    if let change = other.ownershipChange { keep(change) }
    for post in other.posts ?? [] { keep(post) }
    if let renewal = other.renewal { keep(renewal) }
    for transaction in other.transactions.values { keep(transaction) }
  }

  package mutating func merge(_ transaction: TransactionState) { keep(transaction) }

  /// The state without its transactions, for stores that keep transactions one by one.
  package var withoutTransactions: ChainState {
    var state = self
    state.transactions = [:]
    return state
  }

  /// The state as it is shown: purchases with the fields that sources of any trust told. The rules of
  /// coins, money and days do not read it.
  package var asTold: ChainState {
    var state = self
    state.transactions = transactions.mapValues(\.asTold)
    return state
  }

  /// Returns the chain with the kinds that the catalogs name for products without one in any source.
  package func typed(by catalogs: Catalogs) -> ChainState {
    typed { catalogs.type(of: $0.productID, at: $0.purchaseDate) }
  }

  /// - Parameter type: returns the kind of a purchase without one; nil if it is not known.
  func typed(by type: (Purchase) -> ProductType?) -> ChainState {
    guard transactions.values.contains(where: { $0.purchase.type == .untold }) else { return self }
    var state = self
    state.transactions = transactions.mapValues { transaction in
      guard transaction.purchase.type == .untold, let type = type(transaction.purchase) else {
        return transaction
      }
      return transaction.typed(type)
    }
    return state
  }

  private mutating func keep(_ decision: ChainOwnership) {
    ownership = ownership.map { $0.event <= decision.event ? $0 : decision } ?? decision
  }

  private mutating func keep(_ change: ChainOwnershipChange) {
    ownershipChange = ownershipChange.map { $0.event >= change.event ? $0 : change } ?? change
  }

  private mutating func keep(_ post: ChainPost) {
    guard posts?.contains(post) != true else { return }
    posts = ((posts ?? []) + [post]).sorted { $0.event < $1.event }
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

/// The first owner of a chain, by the first ownership decision in its stream.
package struct ChainOwnership: Hashable, Sendable, Codable {
  package let account: AccountReference
  package let event: EventID
}

/// The owners of a chain since its last change of owner, by the last such decision in its stream.
package struct ChainOwnershipChange: Hashable, Sendable, Codable {
  package let owners: [AccountReference]
  package let event: EventID
  /// Absent for a decision before rules had numbers.
  package let decidedAt: Instant?
  package let cause: OwnershipChanged.Cause?

  init(_ decision: OwnershipChanged, event: EventID) {
    owners = decision.owners
    self.event = event
    decidedAt = decision.rules == nil ? nil : decision.decidedAt
    cause = decision.rules == nil ? nil : decision.cause
  }
}

extension ChainState {
  /// The names of the present owners: accounts, or the token that names the owner.
  package var owners: [AccountReference] { owner.references }

  /// The first owner by the rules before owners followed signed tokens, which coins of such a chain
  /// belong to.
  package var firstOwner: AccountReference? { ownership?.account }

  /// The owner that receives coins granted now. Of several owners this is the first owner if still
  /// among them.
  package var presentOwner: AccountReference? {
    owners.first { $0 == firstOwner } ?? owners.first
  }

  /// The accounts that posted the chain.
  package var posters: Set<AccountReference> { Set((posts ?? []).map(\.account)) }

  /// Returns the token, in lower case, whose name is an account; nil if no purchase carries one.
  package func token(naming account: AccountReference) -> AccountID? {
    transactions.values.lazy
      .compactMap { $0.purchase.appAccountToken.map(AccountID.init(token:)) }
      .first { chain.reference(to: $0) == account }
  }
}

extension AccountID {
  /// Creates the account that a game names by an `appAccountToken`.
  package init(token: UUID) {
    self.init(rawValue: token.uuidString.lowercased())
  }
}

extension TransactionState {
  /// The sort key: the purchase date, then the identifier.
  var order: (Instant, TransactionID) { (purchase.purchaseDate, transactionID) }
}

extension TransactionID: CodingKeyRepresentable {}
