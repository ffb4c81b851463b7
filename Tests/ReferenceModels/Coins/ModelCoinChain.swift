import Ledger

/// The grants of one chain, from the list of everything asserted and decided about it.
struct ModelCoinChain {
  let chain: ChainID
  /// The purchases of trust 1 and 2.
  let purchases: [ModelCoinPurchase]
  let owner: AccountReference?
  /// The account that gets the coins of a period granted now.
  let renewalOwner: AccountReference?
  /// The grants made. Of two decisions on one grant, the first counts; one that it was delivered
  /// elsewhere counts only alone.
  let made: [GrantMade]
  let rules: ModelCoinRules
  /// The last position of the chain that was read.
  let revision: Int64

  init(_ chain: ChainID, _ events: [RecordedEvent], _ rules: ModelCoinRules) {
    let events = events.filter { $0.event.stream == .chain(chain) }.sorted { $0.id < $1.id }
    self.chain = chain
    self.rules = rules
    revision = events.map(\.id.position).max() ?? 0
    let facts = events.compactMap { event -> TransactionFact? in
      guard case .chain(.transactionObserved(let fact)) = event.event else { return nil }
      return fact
    }
    purchases = ModelCoinPurchase.all(
      in: facts.filter { $0.assertion.trust != .sharedSecret }, rules)
    let owners = events.compactMap { event -> AccountReference? in
      guard case .chain(.chainOwned(let decision)) = event.event else { return nil }
      return decision.account
    }
    let owner = rules.firstOwnerStays ? owners.first : owners.last
    let takers = events.compactMap { event -> [AccountReference]? in
      guard case .chain(.ownershipChanged(let change)) = event.event else { return nil }
      return change.owners
    }.last
    let hasKept = takers?.contains { $0 == owner } ?? true
    renewalOwner = hasKept || !rules.renewalsFollowOwner ? owner : takers?.first
    self.owner = owner
    let decided = events.compactMap { event -> GrantMade? in
      if case .chain(.grantMade(let grant)) = event.event { grant } else { nil }
    }
    made = decided.enumerated().filter { index, grant in
      let same = decided.enumerated().filter { $0.element.id == grant.id }
      return index == (same.first { $0.element.deliveredBefore == nil } ?? same[0]).offset
    }.map(\.element)
  }

  func due(
    by catalogs: ModelCatalogs, since cutOver: Instant, decidedAt: Instant
  ) -> [GrantMade] {
    purchases.filter { mayGrant($0) }.flatMap { purchase in
      let isElsewhere = purchase.purchase.purchaseDate < cutOver
      return dueCoins(of: purchase, isElsewhere, by: catalogs).map { due in
        GrantMade(
          chain: chain,
          account: purchase.purchase.type == .autoRenewable ? renewalOwner : owner,
          transactionID: purchase.transactionID, productID: purchase.purchase.productID,
          coin: due.grant.coin, quantity: purchase.purchase.quantity, amount: due.amount,
          duringTrial: due.grant.duringTrial, catalog: due.number,
          onUpgrade: purchase.purchase.type == .autoRenewable
            ? due.grant.onUpgrade ?? .prorate : nil, rules: RulesChanged.present,
          deliveredBefore: isElsewhere ? cutOver : nil, decidedAt: decidedAt)
      }
    }
  }

  /// Returns the consumables that wait for a price, and the periods that wait for the length of their
  /// plan or the kind of their offer.
  func unpriced(by catalogs: ModelCatalogs, since cutOver: Instant) -> [TransactionID] {
    purchases.filter { purchase in
      guard mayGrant(purchase), purchase.purchase.purchaseDate >= cutOver else { return false }
      let made = grants(of: purchase).filter { $0.deliveredBefore == nil }.map(\.coin)
      if isTrial(purchase, by: catalogs) == .some(nil) {
        return offer(for: purchase, by: catalogs)?.grants.contains {
          !$0.duringTrial && !made.contains($0.coin)
        } ?? false
      }
      return purchase.purchase.type == .consumable && made.isEmpty
        && amounts(of: purchase, by: catalogs) == nil
    }.map(\.transactionID)
  }

  /// Returns true if a period under an untold offer is taken for a trial, `.some(nil)` if that is
  /// undecided, and nil if Apple told what it was, or another server granted its coins.
  private func isTrial(
    _ purchase: ModelCoinPurchase, _ isElsewhere: Bool = false, by catalogs: ModelCatalogs
  ) -> Bool?? {
    if purchase.isOfOwedOffer, !isElsewhere { return .some(nil) }
    guard purchase.isOfUntoldOffer else { return nil }
    let next = purchases.filter { mayGrant($0) }.first {
      ($0.purchase.purchaseDate, $0.transactionID)
        > (purchase.purchase.purchaseDate, purchase.transactionID)
    }
    let listed =
      purchase.isBilledMonthly
      ? ModelLength(.months(1)) : catalogs.length(of: purchase.purchase.productID)
    let plan = listed ?? next?.length
    guard let plan, let length = purchase.length else { return .some(nil) }
    return length.isShorter(than: plan)
  }

  func statuses(at moment: Instant) -> [GrantStatus] {
    made.map { grant in
      GrantStatus(
        grant: grant, account: grant.account ?? owner, takenBack: takenBack(grant, at: moment),
        revision: revision)
    }
  }

  private func takenBack(_ grant: GrantMade, at moment: Instant) -> Int64 {
    guard let purchase = purchases.first(where: { $0.isSame(as: grant.transactionID) }) else {
      return 0
    }
    let first = grants(of: purchase).first { $0.coin == grant.coin }
    let isRepeated = first.map { $0.id != grant.id } ?? false
    if let before = grant.deliveredBefore {
      return isRepeated || !mayGrant(purchase)
        ? 0 : refunded(grant.amount, purchase, since: before, at: moment)
    }
    if isRepeated { return grant.amount }
    let wasDue = mayGrant(purchase) && (!purchase.isFree || grant.duringTrial)
    return wasDue
      ? takenBack(of: grant.amount, grant.onUpgrade, purchase, at: moment) : grant.amount
  }

  private func refunded(
    _ amount: Int64, _ purchase: ModelCoinPurchase, since cutOver: Instant, at moment: Instant
  ) -> Int64 {
    let share = purchase.refundedShare(
      since: cutOver, at: moment, replacedAt: replacement(of: purchase), rules)
    return (rules.roundsToNearest ? share : share.roundedDown).part(of: amount)
  }

  func takenBack(
    of amount: Int64, _ onUpgrade: UpgradeRule?, _ purchase: ModelCoinPurchase, at moment: Instant
  ) -> Int64 {
    let share = purchase.share(
      at: moment, onUpgrade, replacedAt: replacement(of: purchase), rules)
    return (rules.roundsToNearest ? share : share.roundedDown).part(of: amount)
  }

  /// Returns the date of the known purchase of the customer that replaced a period: the first one after it,
  /// if Apple says that the period was upgraded and the purchase was made by then, or else if it lies within
  /// the period and Apple has not said since that the period stands. Nothing replaces a period that stood
  /// refunded then.
  func replacement(of period: ModelCoinPurchase) -> Instant? {
    guard period.purchase.type == .autoRenewable, let expires = period.expiresDate else {
      return nil
    }
    let dates = purchases.filter {
      $0.purchase.type == .autoRenewable && $0.isOwn && isBoughtAnew($0) && period.isBefore($0)
        && (period.isUpgraded || $0.purchase.reason == "PURCHASE")
    }.map(\.purchase.purchaseDate)
    return dates.first { date in
      let isNamed = period.upgradeSaid.map { period.isUpgraded && date <= $0 } ?? false
      let isWithin =
        !period.isUpgraded && period.purchase.purchaseDate < date && date < expires
        && !period.isSaidToStand(since: date)
      let wasHeld = !rules.refundsPreventReplacement || !period.stoodRefunded(at: date)
      return (isNamed || isWithin) && wasHeld
    }
  }
}

extension ModelCoinChain {
  private struct Due {
    let grant: ProductGrant
    let amount: Int64
    let number: Int
  }

  private func grants(of purchase: ModelCoinPurchase) -> [GrantMade] {
    made.filter {
      rules.higherGrantsStand
        ? purchase.isSame(as: $0.transactionID) : purchase.transactionID == $0.transactionID
    }
  }

  private func dueCoins(
    of purchase: ModelCoinPurchase, _ isElsewhere: Bool, by catalogs: ModelCatalogs
  ) -> [Due] {
    let made = grants(of: purchase).filter { isElsewhere || $0.deliveredBefore == nil }
    return (amounts(of: purchase, isElsewhere, by: catalogs) ?? []).filter { due in
      !made.contains { $0.coin == due.grant.coin }
    }
  }

  /// Returns the coins of a purchase, or nil if no catalog has settled them or they cannot be
  /// counted.
  private func amounts(
    of purchase: ModelCoinPurchase, _ isElsewhere: Bool = false, by catalogs: ModelCatalogs
  ) -> [Due]? {
    guard let offer = offer(for: purchase, by: catalogs) else { return nil }
    let trial = isTrial(purchase, isElsewhere, by: catalogs)
    let isFree = purchase.isFree || trial == .some(nil) || trial == .some(true)
    let grants = offer.grants.filter { !isFree || $0.duringTrial }
    guard [.consumable, .nonRenewing].contains(purchase.purchase.type) else {
      return grants.map { Due(grant: $0, amount: $0.amount, number: offer.number) }
    }
    let quantity = Int128(purchase.purchase.quantity)
    let amounts = grants.map { Int128($0.amount) * quantity }
    guard amounts.allSatisfy({ $0 > 0 && $0 <= ModelWallet.most }) else { return nil }
    return zip(grants, amounts).map { Due(grant: $0, amount: Int64($1), number: offer.number) }
  }

  /// Returns the offer for a purchase. Once one of its coins was granted, only the catalog of that
  /// grant counts.
  private func offer(
    for purchase: ModelCoinPurchase, by catalogs: ModelCatalogs
  ) -> ModelCatalogs.Offer? {
    guard let number = grants(of: purchase).map(\.catalog).min() else {
      return catalogs.offer(for: purchase.purchase)
    }
    return catalogs.word(of: number - 1, on: purchase.purchase)
  }

  /// Returns true for a customer's own purchase that was not replaced before it began.
  private func mayGrant(_ purchase: ModelCoinPurchase) -> Bool {
    let known: [ProductType] = [.consumable, .autoRenewable, .nonConsumable, .nonRenewing]
    return purchase.isOwn && known.contains(purchase.purchase.type)
      && !isReplacedBeforeStart(purchase)
  }

  /// Apple charges a renewal within 24 hours before the period ends.
  private static let chargedAheadMax: Int64 = 86_400_000

  /// Returns true for a renewal signed ahead that begins within a later purchase of the same
  /// customer, if Apple says that the renewal was upgraded, or has not said since that it stands. One
  /// that was not known at the purchase and begins more than a day after it was charged after it, and
  /// the purchase did not replace it before it began.
  func isReplacedBeforeStart(_ renewal: ModelCoinPurchase) -> Bool {
    let start = renewal.purchase.purchaseDate
    guard renewal.purchase.type == .autoRenewable, !isBoughtAnew(renewal) else { return false }
    let before = purchases.filter {
      $0.purchase.ownership == renewal.purchase.ownership && isBoughtAnew($0)
        && $0.purchase.purchaseDate < start
    }
    guard let bought = before.last, let expires = bought.expiresDate, start < expires else {
      return false
    }
    let date = bought.purchase.purchaseDate
    let wasHeld = !rules.refundsPreventReplacement || !renewal.stoodRefunded(at: date)
    guard wasHeld else { return false }
    let wasKnown = renewal.isKnown(by: date)
    if renewal.isUpgraded {
      return wasKnown || start.milliseconds - date.milliseconds <= Self.chargedAheadMax
    }
    return bought.purchase.reason == "PURCHASE" && wasKnown
      && !renewal.isSaidToStand(since: date)
  }

  /// Returns true if a purchase is no renewal. A receipt names no reason; a period that begins as
  /// another ends is then taken for a renewal. It tells dates in whole seconds.
  private func isBoughtAnew(_ purchase: ModelCoinPurchase) -> Bool {
    if let reason = purchase.purchase.reason { return reason != "RENEWAL" }
    let start = purchase.purchase.purchaseDate.milliseconds / 1_000
    return !purchases.contains {
      $0.purchase.ownership == purchase.purchase.ownership
        && $0.expiresDate.map { $0.milliseconds / 1_000 } == start
    }
  }
}
