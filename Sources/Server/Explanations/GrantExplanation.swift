import Ledger

/// The coins that a chain's purchases granted, the amounts taken back, and the grants that wait for
/// a catalog or for Apple.
struct GrantExplanation: Encodable {
  struct Grant: Encodable {
    let id: String
    let transactionId: String
    let coin: String
    let amount: Int64
    let revokedAmount: Int64
    let state: GrantState
    /// The account that has the coins or will get them; nil while the coins wait for an account.
    let account: String?
    /// True while the account's wallet has no room for the coins; absent otherwise.
    let full: Bool?
    let because: String?
  }

  private let grants: [Grant]
  /// Transactions whose coins wait for a catalog that names them.
  private let unpriced: [String]
  /// Transactions with coins that wait until Apple tells if the period was free.
  private let untold: [String]
  private let deliveredElsewhere: ExternalGrantsExplanation

  /// - Parameters:
  ///   - events: the known events of the chain.
  ///   - shared: the known events of the shared lane.
  ///   - holders: the account behind each name in the events.
  ///   - withoutHolder: the grants without an account, such as those of a person who was erased.
  init(
    of chain: ChainID, _ events: [RecordedEvent], at moment: Instant, shared: [RecordedEvent],
    holders: [AccountReference: String], withoutHolder: Set<GrantID>
  ) {
    let book = GrantBook(ChainState(chain), grants: events)
    let acknowledged = Set(events.compactMap(\.event.acknowledgedGrant))
    grants = book.statuses(at: moment).map { status in
      let id = status.grant.id
      return Grant(
        id: id.description, transactionId: status.grant.transactionID.rawValue,
        coin: status.grant.coin.rawValue, amount: status.grant.amount,
        revokedAmount: status.takenBack,
        state: GrantState(
          status.grant, revokedAmount: status.takenBack, hasAccount: status.account != nil,
          isFull: status.isFull, isAcknowledged: acknowledged.contains(id)),
        account: withoutHolder.contains(id) ? nil : status.account.flatMap { holders[$0] },
        full: status.isFull ? true : nil,
        because: events.first { $0.event.madeGrant == id }?.id.description)
    }
    let terms = SharedState(shared).grantTerms(of: book.chain.chain)
    let untold = book.untold(by: terms)
    self.untold = untold.map(\.rawValue)
    unpriced = book.unpriced(by: terms).filter { !untold.contains($0) }.map(\.rawValue)
    deliveredElsewhere = ExternalGrantsExplanation(book, by: terms)
  }

  var lines: [String] {
    var told = grants.map(\.sentence)
    told += unpriced.map { "  \($0) waits for a catalog" }
    told += untold.map { "  \($0) waits for Apple to tell if the period was free" }
    told += deliveredElsewhere.purchases.map(\.sentence)
    return told.isEmpty ? ["  none"] : told
  }
}

extension GrantExplanation.Grant {
  fileprivate var sentence: String {
    let back = revokedAmount == 0 ? "" : ", \(revokedAmount) taken back"
    let cause = because.map { "  because of \($0)" } ?? ""
    let room = full == nil ? "" : ", full: its wallet may have \(Coin.amountMax) coins at most"
    let holder = account.map { "of \($0)\(room)" } ?? "waits for an account"
    return "  \(transactionId)  \(amount) \(coin)\(back)  \(state.rawValue)  \(holder)  "
      + "grant \(id)\(cause)"
  }
}

extension LedgerEvent {
  fileprivate var madeGrant: GrantID? {
    if case .chain(.grantMade(let made)) = self { made.id } else { nil }
  }

  fileprivate var acknowledgedGrant: GrantID? {
    if case .chain(.grantAcknowledged(let word)) = self { word.grant } else { nil }
  }
}
