import Ledger

/// The coins that a chain's purchases granted, what was taken back, and what waits for a catalogue.
struct GrantStory: Encodable {
  struct Grant: Encodable {
    let id: String
    let transactionId: String
    let coin: String
    let amount: Int64
    let revokedAmount: Int64
    let state: GrantState
    let because: String?
  }

  private let grants: [Grant]
  /// Transactions whose coins wait for a catalogue that names them.
  private let unpriced: [String]
  private let deliveredElsewhere: ElsewhereStory

  /// - Parameters:
  ///   - events: of the chain, as far as they are known.
  ///   - commons: likewise.
  init(
    of chain: ChainID, _ events: [RecordedEvent], at moment: Instant, commons: [RecordedEvent]
  ) {
    let book = GrantBook(ChainState(chain), grants: events)
    let acknowledged = Set(events.compactMap(\.event.acknowledgedGrant))
    grants = book.standings(at: moment).map { standing in
      let id = standing.grant.id
      return Grant(
        id: id.description, transactionId: standing.grant.transactionID.rawValue,
        coin: standing.grant.coin.rawValue, amount: standing.grant.amount,
        revokedAmount: standing.takenBack,
        state: GrantState(
          amount: standing.grant.amount, revokedAmount: standing.takenBack,
          isAcknowledged: acknowledged.contains(id)),
        because: events.first { $0.event.madeGrant == id }?.id.description)
    }
    let terms = Commons(commons).grantTerms(of: book.chain)
    unpriced = book.unpriced(by: terms).map(\.rawValue)
    deliveredElsewhere = ElsewhereStory(book, by: terms)
  }

  var lines: [String] {
    let told =
      grants.map(\.sentence) + unpriced.map { "  \($0) waits for a catalogue" }
      + deliveredElsewhere.purchases.map(\.sentence)
    return told.isEmpty ? ["  none"] : told
  }
}

extension GrantStory.Grant {
  fileprivate var sentence: String {
    let back = revokedAmount == 0 ? "" : ", \(revokedAmount) taken back"
    let cause = because.map { "  because of \($0)" } ?? ""
    return "  \(transactionId)  \(amount) \(coin)\(back)  \(state.rawValue)  grant \(id)\(cause)"
  }
}

extension LedgerEvent {
  fileprivate var madeGrant: GrantID? {
    if case .grantMade(let made) = self { made.id } else { nil }
  }

  fileprivate var acknowledgedGrant: GrantID? {
    if case .grantAcknowledged(let word) = self { word.grant } else { nil }
  }
}
