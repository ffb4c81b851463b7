import Ledger

extension ChainScript {
  /// Adds a charge that failed and succeeded later.
  mutating func recover() {
    let end = latest.extendedEnd
    advanceCommitment()
    let isRuleOfApple = gapMax == ModelSettings().gapMax
    if commitment != nil, isRuleOfApple, random.chance(2) { return collectLate() }
    if commitment == nil, random.chance(3) { return recover(withinUndatedGraceAfter: end) }
    let days: [Int64] = billedPlan == .weekly ? [3, 6] : [3, 16, 28]
    let grace = random.chance(4) ? nil : end + random.pick(days) * CalendarDay.length
    renewals.append(
      AppleRenewal(
        moment: end + 3_600_000, product: latest.purchase.productID, renewalDate: end, grace: grace,
        retry: true, status: grace == nil ? 3 : 4))
    guard let grace else { return recover(after: end, as: .recoveryWithoutGrace) }
    guard random.chance(3) else { return recover(from: end, within: grace) }
    recover(after: grace, as: .recoveryAfterGrace)
  }

  /// Adds a recovery within grace: the periods go on as if paid in time. Now and then the new
  /// period runs its whole length from the charge instead. No charge comes when its period would be
  /// over: the rules say nothing about that.
  private mutating func recover(from end: Int64, within grace: Int64) {
    let shortestMonth = 27 * CalendarDay.length
    let last = min(
      grace, billedPlan.end(from: end, anniversary: anniversary) - 1, end + shortestMonth)
    let charge = random.chance(4) ? last : random.number(end + 1...last)
    let isNewPeriod = random.chance(4)
    if isNewPeriod { settle(at: charge) }
    begin(at: charge, countedFrom: isNewPeriod ? charge : end, reason: "RENEWAL")
    ways.insert(isNewPeriod ? .recoveryInGraceAnew : .recoveryInGrace)
    guard random.chance(3) else { return }
    renewals.append(
      AppleRenewal(
        moment: charge + 7_200_000, product: latest.purchase.productID, renewalDate: latest.end,
        grace: grace))
  }

  /// Adds a charge that failed and succeeded later, where Apple says that there is grace and not until when:
  /// 28 days at most. Now and then a newer status ended it before.
  private mutating func recover(withinUndatedGraceAfter end: Int64) {
    let day = CalendarDay.length
    renewals.append(
      AppleRenewal(
        moment: end + random.pick([-3_600_000, 3_600_000]), product: latest.purchase.productID,
        renewalDate: end, retry: true, status: 4))
    let shortest = min(29 * day, billedPlan.end(from: end, anniversary: anniversary) - 1 - end)
    let edge = [28 * day, 28 * day + 1].filter { $0 <= shortest }
    let charge = end + random.pick(edge + [random.number(3_600_002...shortest)])
    let isOver = random.chance(3) || charge - end > 28 * day
    if charge - end <= 28 * day, isOver {
      renewals.append(
        AppleRenewal(
          moment: random.number(end + 3_600_001...charge - 1), product: latest.purchase.productID,
          renewalDate: end, retry: true, status: 3))
    }
    if isOver { settle(at: charge) }
    begin(at: charge, countedFrom: isOver ? charge : end, reason: "RENEWAL")
    ways.insert(isOver ? .undatedGraceEnded : .undatedGrace)
  }

  private mutating func recover(after moment: Int64, as way: LifeEvent) {
    let last = latest.extendedEnd + 60 * CalendarDay.length
    let charge = random.chance(4) ? moment + 1 : random.number(moment + 1...last)
    settle(at: charge)
    begin(at: charge, reason: "RENEWAL")
    ways.insert(way)
  }

  /// Adds extensions and refunds of the latest period.
  mutating func befall() {
    if random.chance(12) { extendPeriod() }
    if ownership == .purchased, random.chance(9) { refund() }
    if ownership == .purchased, random.chance(12) { refundPast() }
  }

  /// Refunds several periods of the past at once, while the latest one runs.
  private mutating func refundPast() {
    let count = Int(random.number(1...3))
    guard transactions.count > count, latest.start + 1 < latest.extendedEnd else { return }
    let date = random.number(latest.start + 1...latest.extendedEnd)
    let first = Int(random.number(0...Int64(transactions.count - 1 - count)))
    for index in first..<first + count
    where transactions[index].refunds.isEmpty && transactions[index].upgradedAt == nil {
      transactions[index].refunds = [refund(on: date)]
      ways.insert(.refundsOfPastPeriods)
    }
  }

  private mutating func extendPeriod() {
    guard latest.start + 1 < latest.end else { return }
    let day = CalendarDay.length
    let at = random.number(latest.start + 1...latest.end - 1)
    let end = latest.end + random.number(1...90) * day
    transactions[transactions.count - 1].extensions = [(at, end)]
    settle(at: end)
    ways.insert(.extensionOfPeriod)
    guard random.chance(4) else { return }
    let more = (random.number(at + 1...end - 1), end + random.number(1...90) * day)
    transactions[transactions.count - 1].extensions.append(more)
    settle(at: more.1)
    ways.insert(.secondExtension)
  }

  private mutating func refund() {
    let last = latest.extendedEnd + (random.chance(4) ? 40 * CalendarDay.length : 0)
    let date = random.number(latest.start + 1...last)
    var refunds = [refund(on: date)]
    if date > latest.extendedEnd { ways.insert(.refundAfterPeriod) }
    if random.chance(3) {
      let reversal = date + random.number(1...40 * CalendarDay.length)
      refunds[0].reversedAt = reversal
      ways.insert(.refundReversed)
      if random.chance(3) {
        refunds.append(refund(on: reversal + random.number(1...30 * CalendarDay.length)))
        ways.insert(.secondRefund)
      }
    }
    transactions[transactions.count - 1].refunds = refunds
  }

  private mutating func refund(on date: Int64) -> AppleTransaction.Refund {
    let type = random.pick(["REFUND_FULL", "REFUND_PRORATED", nil])
    var revocation = Revocation(date: Instant(milliseconds: date), reason: 0, type: type)
    if type == "REFUND_FULL" { revocation.percentage = 100_000 }
    if type == "REFUND_PRORATED" {
      switch random.number(0...3) {
      case 0:
        revocation.percentage = 100_000
        ways.insert(.proratedRefundOfAll)
      case 1: ways.insert(.proratedRefundWithoutShare)
      default: revocation.percentage = Int32(random.number(1...99_999))
      }
    }
    ways.insert(revocation.isOfAll ? .fullRefund : .partialRefund)
    return .init(revocation: revocation)
  }
}
