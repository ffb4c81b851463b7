/// One turn in a subscription's story.
private enum Turn {
  case renewal, cancellation, secondThoughts
  case graceRecovered, graceLost, retry
  case upgrade, downgrade, withdrawnDowngrade
  case refund, reversedRefund, revocation
}

extension SubscriptionLife {
  /// Lives on until the year or the subscription is over.
  mutating func live() {
    do {
      while standing == .active { try take(chance.pick(turns)) }
    } catch {
      return  // The year is over: the chain stands where it stands.
    }
  }

  private var turns: [(Turn, weight: Int)] {
    switch customer.kind {
    case .notified:
      [
        (.renewal, 60), (.cancellation, 8), (.secondThoughts, 4), (.graceRecovered, 5),
        (.graceLost, 4), (.retry, 4), (.upgrade, 5), (.downgrade, 4), (.withdrawnDowngrade, 3),
        (.refund, 2), (.reversedRefund, 2),
      ]
    case .postedByGame: [(.renewal, 80), (.cancellation, 10), (.refund, 5)]
    case .familyMember: [(.renewal, 85), (.cancellation, 5), (.revocation, 10)]
    }
  }

  private mutating func take(_ turn: Turn) throws(YearIsOver) {
    switch turn {
    case .renewal: try renew()
    case .cancellation: try cancelForAWhile()
    case .secondThoughts: try cancelAndReconsider()
    case .graceRecovered:
      try failWithGrace()
      try recover(at: momentBetween(expiry, graceEnd), insideGrace: true)
    case .graceLost:
      try failWithGrace()
      try loseGrace()
      try endRetry(from: graceEnd)
    case .retry:
      try failWithoutGrace()
      try endRetry(from: expiry)
    case .upgrade: try upgrade(to: product.upgrade ?? product)
    case .downgrade: try downgrade(withdrawn: false)
    case .withdrawnDowngrade: try downgrade(withdrawn: true)
    case .refund: try refund(at: momentInPeriod())
    case .reversedRefund: try refundAndReverse()
    case .revocation: try revoke(at: momentInPeriod())
    }
  }

  private mutating func cancelForAWhile() throws(YearIsOver) {
    if customer.kind != .postedByGame { try cancel(at: momentInPeriod()) }
    try expire()
    if chance.happens(percent: 50) {
      let back = expiry + chance.number(in: 5...90).days
      try resubscribe(to: chance.pick(SimulatedSubscription.all.map { ($0, 1) }), at: back)
    }
  }

  private mutating func cancelAndReconsider() throws(YearIsOver) {
    let moment = momentInPeriod()
    try cancel(at: moment)
    try reconsider(at: momentInPeriod(after: moment))
    try renew()
  }

  /// Retry ends with a payment or after sixty days without one.
  private mutating func endRetry(from start: Int64) throws(YearIsOver) {
    if chance.happens(percent: 50) {
      let last = expiry + Int64(59).days
      try recover(at: momentBetween(start, last), insideGrace: false)
    } else {
      try giveUpRetry()
    }
  }

  private mutating func upgrade(to higher: SimulatedSubscription) throws(YearIsOver) {
    guard higher != product else { return try renew() }
    try upgrade(to: higher, at: momentInPeriod())
  }

  private mutating func downgrade(withdrawn: Bool) throws(YearIsOver) {
    guard let lower = product.downgrade else { return try renew() }
    let moment = momentInPeriod()
    try downgrade(to: lower, at: moment)
    if withdrawn { try withdrawDowngrade(at: momentInPeriod(after: moment)) }
    try renew()
  }

  private mutating func refundAndReverse() throws(YearIsOver) {
    let moment = momentInPeriod()
    try refund(at: moment)
    try reverseRefund(at: momentInPeriod(after: moment))
    try expire()
  }

  private mutating func momentBetween(_ start: Int64, _ end: Int64) -> Int64 {
    let tenth = (end - start) / 10
    return chance.number(in: (start + tenth)...(end - tenth))
  }
}
