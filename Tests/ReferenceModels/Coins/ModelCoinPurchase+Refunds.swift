import Ledger

/// A refund that Apple told of one transaction.
struct ModelRefund {
  let revocation: Revocation
  /// The moment at which it was reversed; nil for one that stands.
  let reversedAt: Instant?
  /// True if the newest copy of the transaction tells it, or a receipt after the newest signed copy.
  let isNewest: Bool
  /// The moment at which Apple told it first.
  let toldAt: Instant

  var date: Instant { revocation.date }
  var isTypedFull: Bool { revocation.type == "REFUND_FULL" }

  func isTold(after upgrade: Instant?) -> Bool { upgrade.map { $0 <= toldAt } ?? false }
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
    let replaced = rules.proratesUpgrades ? replacedAt.flatMap { $0 <= moment ? $0 : nil } : nil
    let standing = standing(at: moment, replacedAt)
    let isOfUpgrade = standing.isEmpty ? isUpgraded : standing.contains(where: isOfUpgrade)
    guard isOfUpgrade || replaced != nil else {
      return greatest(of: standing.map { share(of: $0, soldFrom) }, rules)
    }
    if standing.contains(where: \.isTypedFull) { return .all }
    if rules.keepsOnUpgrade, onUpgrade != .prorate { return .none }
    let shares = standing.compactMap { refund -> ModelShare? in
      if let percentage = refund.revocation.percentage { return ModelShare(percentage: percentage) }
      guard refund.revocation.type == "REFUND_PRORATED" else { return nil }
      return unused(from: replaced ?? refund.date, soldFrom)
    }
    guard shares.isEmpty else { return greatest(of: shares, rules) }
    return replaced.flatMap { unused(from: $0, soldFrom) } ?? .none
  }

  /// Returns true if no refund stands at a moment but those that Apple made for an upgrade: what is given back
  /// then is the unused part of a replaced period.
  func isGivenBackForUpgrade(at moment: Instant, replacedAt: Instant?) -> Bool {
    standing(at: moment, replacedAt).allSatisfy { isOfUpgrade($0) && !$0.isTypedFull }
  }

  /// Returns the share that refunds from a date on gave back of coins that were delivered elsewhere.
  func refundedShare(
    since cutOver: Instant, at moment: Instant, replacedAt: Instant?, _ rules: ModelCoinRules
  ) -> ModelShare {
    let standing = standing(at: moment, replacedAt).filter { $0.date >= cutOver }
    return greatest(
      of: standing.map { refund in
        guard isOfUpgrade(refund) else { return share(of: refund, nil) }
        return refund.isTypedFull ? .all : .none
      }, rules)
  }

  /// Returns the refunds that stand at a moment under the ids of one purchase, the earliest first.
  func standing(at moment: Instant, _ replacedAt: Instant?) -> [ModelRefund] {
    (twins.isEmpty ? [self] : twins).compactMap { $0.refund(at: moment, of: self, replacedAt) }
      .sorted { $0.date < $1.date }
  }

  /// Returns the greatest of the shares that were refunded under the ids of one purchase.
  private func greatest(of shares: [ModelShare], _ rules: ModelCoinRules) -> ModelShare {
    guard rules.greatestShareCounts else { return shares.last ?? .none }
    return shares.max { $0.isLess(than: $1) } ?? .none
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

  /// Returns true if the money was given back for an upgrade: Apple says that the period was upgraded, and
  /// this is the revocation that it tells of it, or one that it told when it told the upgrade.
  func isOfUpgrade(_ refund: ModelRefund) -> Bool {
    isUpgraded && (refund.isNewest || refund.isTypedFull || refund.isTold(after: upgradeSaid))
  }

  /// Returns true if the period stood refunded at a moment, by any revocation but an upgrade's.
  func stoodRefunded(at moment: Instant) -> Bool {
    (twins.isEmpty ? [self] : twins).contains { $0.stoodRefunded(at: moment, of: self) }
  }

  /// - Parameter whole: the purchase with this transaction.
  private func stoodRefunded(at moment: Instant, of whole: ModelCoinPurchase) -> Bool {
    let newest = refunds.first(where: \.isNewest)
    if let newest, newest.date <= moment { return !whole.isUpgraded || newest.isTypedFull }
    return refunds.contains { refund in
      guard refund.date <= moment, let end = refund.reversedAt ?? newest?.date else { return false }
      let isOfUpgrade =
        whole.isUpgraded && !refund.isTypedFull && refund.isTold(after: whole.upgradeSaid)
      return moment < end && !isOfUpgrade
    }
  }

  /// The dates of all refunds of everything, reversed or not.
  var fullRefunds: [Instant] {
    refunds.filter { share(of: $0, nil) == .all }.map(\.date)
  }

  /// Returns the refund dated by then and not reversed by then that Apple told last. What was given back for
  /// an upgrade was given back when the period was replaced.
  ///
  /// - Parameter whole: the purchase with this transaction.
  private func refund(
    at moment: Instant, of whole: ModelCoinPurchase, _ replacedAt: Instant?
  ) -> ModelRefund? {
    refunds.filter { refund in
      let isOfUpgrade = whole.isOfUpgrade(refund) && !refund.isTypedFull
      let date = isOfUpgrade ? replacedAt ?? refund.date : refund.date
      return date <= moment && refund.reversedAt.map { moment < $0 } ?? true
    }.max { ($0.toldAt, $0.date) < ($1.toldAt, $1.date) }
  }

  /// The refunds, one for each date, with the type and percentage told of the date last. The refund of the
  /// newest assertion was not reversed.
  var refunds: [ModelRefund] {
    guard twins.isEmpty else { return twins.flatMap(\.refunds) }
    let told = Dictionary(
      grouping: copies.filter { $0.revocation.value != nil }.sorted { $0.assertion < $1.assertion }
    ) { $0.revocation.value!.date }
    let newest = copies.filter { $0.revocation != .silent }.max { $0.assertion < $1.assertion }
    let last = told.filter { reversal(of: $0.value) == nil }
      .max { $0.value.lastAssertedAt < $1.value.lastAssertedAt }
    let standing = newest?.revocation.value?.date ?? last?.key
    return told.map { date, copies in
      let details = copies.compactMap(\.revocation.value)
      let isNewest = date == standing
      return ModelRefund(
        revocation: Revocation(
          date: date, type: details.compactMap(\.type).last,
          percentage: details.compactMap(\.percentage).last),
        reversedAt: isNewest ? nil : reversal(of: copies), isNewest: isNewest,
        toldAt: copies.map(\.assertion.assertedAt).min()!)
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

extension [TransactionFact] {
  fileprivate var lastAssertedAt: Instant {
    map(\.assertion.assertedAt).max() ?? Instant(milliseconds: .min)
  }
}
