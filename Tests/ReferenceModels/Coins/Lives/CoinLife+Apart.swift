package import Ledger

extension CoinLife {
  /// An account of a life, under a name that no other life has.
  package struct Player: Hashable, Sendable {
    package let app: BundleID
    package let name: AccountID

    package var account: AccountReference { AccountReference(.production, app, name) }
  }

  /// The accounts of this life in both apps.
  package var players: [Player] { names.values.sorted { $0.name.rawValue < $1.name.rawValue } }

  /// The facts of this life and the claims of its chains, with ids and accounts of their own. Otherwise all lives name
  /// them alike.
  package var factsApart: [CoinNews] {
    news.flatMap { news in apart(news.event).map { CoinNews(at: news.at, event: $0) } }
  }

  /// The catalogs and cut-over dates of this life.
  package var publications: [CoinNews] {
    news.filter { if case .shared = $0.event { true } else { false } }
  }

  private var names: [AccountReference: Player] {
    let players = [Self.bundleID, Self.otherBundleID].flatMap { app in
      zip(Self.accounts(of: app), ["player", "other"]).map { account, name in
        (
          account,
          Player(app: app, name: AccountID("\(name)-\(app == Self.bundleID ? 1 : 2)-\(number)"))
        )
      }
    }
    return Dictionary(uniqueKeysWithValues: players)
  }

  private func apart(_ event: LedgerEvent) -> [LedgerEvent] {
    switch event {
    case .chain(.transactionObserved(let fact)):
      return [.chain(.transactionObserved(apart(fact)))]
    case .chain(.chainOwned(let owned)):
      return claims(of: apart(owned.chain), by: owned.account, at: owned.decidedAt)
    case .chain(.ownershipChanged(let change)):
      let (chain, account) = (apart(change.chain), apart(change.account))
      let apart = OwnershipChanged(
        chain: chain, owners: change.owners.map(self.apart).sorted(), account: account,
        cause: change.cause, rules: nil, decidedAt: change.decidedAt)
      return [
        .chain(.ownershipChanged(apart)), claim(of: chain, by: account, at: change.decidedAt),
      ]
    default: return []
    }
  }

  /// Returns the first claim of a chain, as it is recorded today: a post of a signed item, or a link.
  private func claims(
    of chain: ChainID, by account: AccountReference, at moment: Instant
  ) -> [LedgerEvent] {
    let post = ChainPosted(
      chain: chain, account: apart(account), isSigned: !number.isMultiple(of: 3), postedAt: moment)
    return [.chain(.chainPosted(post)), claim(of: chain, by: apart(account), at: moment)]
  }

  private func claim(
    of chain: ChainID, by account: AccountReference, at moment: Instant
  ) -> LedgerEvent {
    .account(.chainClaimed(ChainClaimed(chain: chain, account: account, claimedAt: moment)))
  }

  /// Returns the fact with ids of its own, and a reason of its refund by the day of that.
  private func apart(_ fact: TransactionFact) -> TransactionFact {
    var revocation = fact.revocation
    if case .present(var told) = fact.revocation {
      told.reason = [0, 1, nil, 7][Int(told.date.milliseconds / Self.day % 4)]
      revocation = .present(told)
    }
    return TransactionFact(
      chain: apart(fact.chain), transactionID: TransactionID("\(number)-\(fact.transactionID)"),
      purchase: fact.purchase, expiresDate: fact.expiresDate, isUpgraded: fact.isUpgraded,
      revocation: revocation, trust: fact.assertion.trust, assertedAt: fact.assertion.assertedAt)
  }

  private static let day: Int64 = 86_400_000

  private func apart(_ chain: ChainID) -> ChainID {
    chain.sibling(OriginalTransactionID("\(number)-\(chain.originalTransactionID)"))
  }

  private func apart(_ account: AccountReference) -> AccountReference {
    names[account]?.account ?? account
  }
}
