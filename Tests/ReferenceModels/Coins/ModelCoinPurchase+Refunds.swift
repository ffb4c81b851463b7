import Ledger

/// A refund that Apple told of one transaction.
struct ModelRefund {
  let revocation: Revocation
  /// The moment at which it was reversed; nil for one that stands.
  let reversedAt: Instant?
  /// True if the newest copy of the transaction tells it.
  let isNewest: Bool

  var date: Instant { revocation.date }
  var isTypedFull: Bool { revocation.type == "REFUND_FULL" }
}

extension ModelCoinPurchase {
  /// Returns the share that was given back by a moment: of a replaced or upgraded period everything on a full
  /// refund, else the percentage that Apple signed, else the unused time; of any other purchase the
  /// percentage, or everything. A prorated refund without a percentage is that of the time left.
  ///
  /// - Parameters:
  ///   - replacedAt: the date of the known purchase that replaced the period.
  ///   - soldFrom: the moment from which the period was sold; its purchase date if nil.
  func share(
    at moment: Instant, _ onUpgrade: UpgradeRule?, replacedAt: Instant?, soldFrom: Instant? = nil,
    _ rules: ModelCoinRules
  ) -> ModelShare {
    if purchase.type == .nonConsumable { return greatestShare(at: moment, rules) }
    let refund = refund(at: moment)
    let replaced = rules.proratesUpgrades ? replacedAt.flatMap { $0 <= moment ? $0 : nil } : nil
    let isRefundOfUpgrade = refund.map(isOfUpgrade) ?? isUpgraded
    guard isRefundOfUpgrade || replaced != nil else {
      return refund.map { share(of: $0, soldFrom) } ?? .none
    }
    if let refund, refund.isTypedFull { return .all }
    if rules.keepsOnUpgrade, onUpgrade != .prorate { return .none }
    if let percentage = refund?.revocation.percentage { return ModelShare(percentage: percentage) }
    let isProrated = refund?.revocation.type == "REFUND_PRORATED"
    guard let end = replaced ?? (isProrated ? refund?.date : nil) else { return .none }
    return unused(from: end, soldFrom) ?? .none
  }

  /// Returns the share that refunds from a date on gave back of coins that were delivered elsewhere.
  func refundedShare(
    since cutOver: Instant, at moment: Instant, _ rules: ModelCoinRules
  ) -> ModelShare {
    if purchase.type == .nonConsumable { return greatestShare(since: cutOver, at: moment, rules) }
    guard let refund = refund(at: moment), refund.date >= cutOver else { return .none }
    guard isOfUpgrade(refund) else { return share(of: refund, nil) }
    return refund.isTypedFull ? .all : .none
  }

  private func share(of refund: ModelRefund, _ soldFrom: Instant?) -> ModelShare {
    if let percentage = refund.revocation.percentage { return ModelShare(percentage: percentage) }
    guard refund.revocation.type == "REFUND_PRORATED" else { return .all }
    return unused(from: refund.date, soldFrom) ?? .all
  }

  /// Returns the share of the sold time after a moment; nil for a purchase without such a time.
  private func unused(from moment: Instant, _ soldFrom: Instant?) -> ModelShare? {
    guard purchase.type == .autoRenewable, let end = soldEnd else { return nil }
    let sold = end.milliseconds - (soldFrom ?? purchase.purchaseDate).milliseconds
    return sold > 0 ? ModelShare(end.milliseconds - moment.milliseconds, of: sold) : nil
  }

  /// Returns the greatest of the shares refunded under the ids of one purchase.
  private func greatestShare(
    since cutOver: Instant = Instant(milliseconds: .min), at moment: Instant,
    _ rules: ModelCoinRules
  ) -> ModelShare {
    let standing = (twins.isEmpty ? [self] : twins).compactMap { $0.refund(at: moment) }
      .filter { $0.date >= cutOver }.sorted { $0.date < $1.date }
    let shares = standing.map { share(of: $0, nil) }
    guard rules.greatestShareCounts else { return shares.last ?? .none }
    return shares.max { $0.isLess(than: $1) } ?? .none
  }

  /// Returns true if the money was given back for an upgrade: Apple says that the period was upgraded, and
  /// this is the revocation that it tells of it, not typed as one of the whole period.
  private func isOfUpgrade(_ refund: ModelRefund) -> Bool {
    isUpgraded && (refund.isNewest || refund.isTypedFull)
  }

  /// Returns true if the period stood refunded at a moment, by any revocation but an upgrade's.
  func stoodRefunded(at moment: Instant) -> Bool {
    guard twins.isEmpty else {
      return twins.contains { $0.stoodRefunded(at: moment, isUpgraded: isUpgraded) }
    }
    return stoodRefunded(at: moment, isUpgraded: isUpgraded)
  }

  private func stoodRefunded(at moment: Instant, isUpgraded: Bool) -> Bool {
    let newest = refunds.first(where: \.isNewest)
    if let newest, newest.date <= moment { return !isUpgraded || newest.isTypedFull }
    return refunds.contains { refund in
      guard refund.date <= moment, let end = refund.reversedAt ?? newest?.date else { return false }
      return moment < end
    }
  }

  /// The dates of all refunds of everything, reversed or not.
  var fullRefunds: [Instant] {
    refunds.filter { share(of: $0, nil) == .all }.map(\.date)
  }

  /// Returns the last refund dated by then that was not reversed by then.
  private func refund(at moment: Instant) -> ModelRefund? {
    refunds.filter { refund in
      refund.date <= moment && refund.reversedAt.map { moment < $0 } ?? true
    }.max { $0.date < $1.date }
  }

  /// The refunds, one for each date, with the type and percentage told of the date last. The refund of the
  /// newest assertion was not reversed.
  private var refunds: [ModelRefund] {
    guard twins.isEmpty else { return twins.flatMap(\.refunds) }
    let told = Dictionary(
      grouping: copies.filter { $0.revocation.value != nil }.sorted { $0.assertion < $1.assertion }
    ) { $0.revocation.value!.date }
    let newest = copies.filter { $0.revocation != .silent }.max { $0.assertion < $1.assertion }
    return told.map { date, copies in
      let details = copies.compactMap(\.revocation.value)
      let isNewest = date == newest?.revocation.value?.date
      return ModelRefund(
        revocation: Revocation(
          date: date, type: details.compactMap(\.type).last,
          percentage: details.compactMap(\.percentage).last),
        reversedAt: isNewest ? nil : reversal(of: copies), isNewest: isNewest)
    }
  }

  /// Returns the moment at which Apple first said that a refund is gone, after first telling it. A receipt
  /// says nothing about a refund that Apple signed.
  private func reversal(of told: [TransactionFact]) -> Instant? {
    let isSigned = told.last?.assertion.trust == .signed
    let first = told.map(\.assertion.assertedAt).min()
    return copies.filter { copy in
      copy.revocation == .absent && first.map { copy.assertion.assertedAt > $0 } ?? false
        && (!isSigned || copy.assertion.trust == .signed)
    }.map(\.assertion.assertedAt).min()
  }
}
