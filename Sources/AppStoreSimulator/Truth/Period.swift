/// A period of a subscription with its later changes.
struct Period {
  let service: Service
  let fate: Fate

  /// The end of the period as sold or extended.
  var expiresAt: Int64 { fate.extendedUntil ?? service.until }

  /// The end of service, unless service was withdrawn earlier.
  var end: Int64 { min(expiresAt, fate.replacedAt ?? .max) }

  /// Returns true if the period has begun by the moment. A period that was replaced before it began
  /// never begins.
  func hasBegun(at moment: Int64) -> Bool {
    service.from <= moment && service.from < fate.replacedAt ?? .max
  }

  func isLive(at moment: Int64) -> Bool {
    service.from <= moment && moment < end && !fate.isWithdrawn(at: moment)
  }

  /// Returns the time from the period's beginning to its true end, free extensions included; nil if
  /// nothing remains.
  /// - Parameter known: the moment up to which refunds and reversals are taken into account.
  func served(refundsUntil known: Int64) -> Range<Int64>? {
    let refund = fate.refund(at: known)
    if let refund, refund.isFull { return nil }
    let end = min(end, refund?.at ?? .max)
    return service.from < end ? service.from..<end : nil
  }

  /// Returns the part of the period that counts as paid, without free extensions; nil for a free
  /// period.
  func paid(refundsUntil known: Int64) -> Range<Int64>? {
    guard isCharged, let served = served(refundsUntil: known), served.lowerBound < service.until
    else { return nil }
    return served.lowerBound..<min(served.upperBound, service.until)
  }

  /// Returns the part of an amount that stands for the time from a moment on, rounded to the nearest.
  /// Free extensions are no part of what was sold.
  func unused(of amount: Int64, since moment: Int64) -> Int64 {
    let sold = service.until - service.from
    return amount.part(min(max(service.until - moment, 0), sold), of: sold)
  }

  /// Returns the part of an amount that a refund gives back, rounded to the nearest.
  func refunded(_ refund: Fate.Refund, of amount: Int64) -> Int64 {
    refund.share.map { amount.part($0, of: Fate.Refund.wholeShare) }
      ?? unused(of: amount, since: refund.at)
  }

  /// True if the period has a price; false for a free period and for a family share.
  var isCharged: Bool { service.isCharged }
}
