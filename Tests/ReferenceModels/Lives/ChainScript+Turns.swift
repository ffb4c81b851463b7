import Ledger

extension ChainScript {
  /// Adds the next purchase of the chain, of any kind.
  mutating func goOn() {
    befall()
    if random.number(1...100) <= calmness { return renew() }
    switch random.number(0...9) {
    case 0, 1: upgrade()
    case 2: changeAtRenewal()
    case 3, 4: recover()
    case 5: leaveForBundle()
    default: returnAfterCanceling()
    }
  }

  private mutating func renew() {
    advanceCommitment()
    begin(at: latest.extendedEnd, reason: "RENEWAL")
    ways.insert(.renewal)
  }

  /// Changes at the next renewal: a downgrade, or a crossgrade to another length.
  private mutating func changeAtRenewal() {
    let old = plan
    choosePlan()
    ways.insert(plan == old ? .crossgrade : .downgrade)
    begin(at: latest.extendedEnd, reason: "RENEWAL")
  }

  private mutating func choosePlan() {
    plan = random.pick(Plan.allCases)
    commitment = nil
    if plan == .yearly, random.chance(2) { commit() }
  }

  /// Upgrades at once: the old period ends there and its rest is given back, sometimes with a
  /// refund of its own.
  ///
  /// Never upgrades between a renewal signed ahead and its start: the rules do not say which of two
  /// replaced periods ends where.
  private mutating func upgrade() {
    let earliest = max(latest.start, latest.extensions.last?.at ?? 0) + 1
    guard earliest < latest.extendedEnd else { return renew() }
    let moment = random.number(earliest...latest.extendedEnd - 1)
    transactions[transactions.count - 1].upgradedAt = moment
    if latest.refunds.isEmpty, random.chance(3) {
      let type = random.pick(["REFUND_PRORATED", nil])
      let refund = Revocation(
        date: Instant(milliseconds: moment), reason: 0, type: type,
        percentage: type.flatMap { _ in
          random.pick([nil, 50_000, Int32(random.number(1...99_999))])
        })
      transactions[transactions.count - 1].refunds = [.init(revocation: refund)]
      ways.insert(.upgradeWithRevocation)
    }
    choosePlan()
    settle(at: moment)
    if random.chance(8) { begin(with: bargain(of: 2), at: moment) } else { begin(at: moment) }
    ways.insert(.upgrade)
  }

  /// Upgrades to a bundle, which is no purchase of this group, and comes back some time later.
  private mutating func leaveForBundle() {
    guard ownership == .purchased, latest.refunds.isEmpty,
      max(latest.start, latest.extensions.last?.at ?? 0) + 1 < latest.extendedEnd
    else { return renew() }
    let first = max(latest.start, latest.extensions.last?.at ?? 0) + 1
    let moment = random.number(first...latest.extendedEnd - 1)
    transactions[transactions.count - 1].upgradedAt = moment
    let refund = Revocation(
      date: Instant(milliseconds: moment), reason: 0, type: "REFUND_PRORATED",
      percentage: random.pick([nil, 67_742, Int32(random.number(1...99_999))]))
    transactions[transactions.count - 1].refunds = [.init(revocation: refund)]
    ways.insert(.bundleUpgrade)
    let start = latest.extendedEnd + random.number(0...100 * CalendarDay.length)
    settle(at: start)
    begin(at: start)
  }

  /// Cancels, and buys again after a gap that is often just as long as allowed.
  private mutating func returnAfterCanceling() {
    let day = CalendarDay.length
    let edge = random.pick([-day, -1_000, -1, 0, 0, 1, 1_000, day])
    let gap = random.pick([
      0, random.number(1...gapMax - 1), gapMax + edge, gapMax + edge, gapMax + edge,
      gapMax + random.number(1...200 * day),
    ])
    let start = max(random.chance(4) ? latest.extendedEnd + gap : serviceEnd + gap, mayReturnFrom)
    noteGap(start - serviceEnd)
    if random.chance(2) { choosePlan() } else { advanceCommitment() }
    settle(at: start)
    guard random.chance(3) else { return begin(at: start) }
    begin(with: bargain(of: random.pick([2, 3, 4])), at: start)
    ways.insert(.offerOnReturn)
  }

  private mutating func noteGap(_ gap: Int64) {
    if gap == 0 { ways.insert(.returnAtOnce) }
    if gap > 0, gap < gapMax { ways.insert(.returnAfterLessThan60Days) }
    if gap == gapMax { ways.insert(.returnAfter60Days) }
    if gap > gapMax { ways.insert(.returnAfterMoreThan60Days) }
  }

  /// The last moment of service, after refunds.
  private var serviceEnd: Int64 {
    for transaction in transactions.reversed() {
      guard let refund = transaction.refunds.last, refund.reversedAt == nil else {
        return transaction.extendedEnd
      }
      guard refund.revocation.isOfAll else {
        return min(transaction.extendedEnd, refund.revocation.date.milliseconds)
      }
    }
    return transactions[0].start
  }

  private var mayReturnFrom: Int64 {
    guard let refund = latest.refunds.last, refund.reversedAt == nil else {
      return latest.extendedEnd
    }
    return min(latest.extendedEnd, refund.revocation.date.milliseconds + 1)
  }
}
