/// A period of a subscription and what became of it.
struct Period {
  let service: Service
  let fate: Fate

  /// As it was sold or extended.
  var expiresAt: Int64 { fate.extendedUntil ?? service.until }

  /// Where service ended unless it was withdrawn before.
  var end: Int64 { min(expiresAt, fate.replacedAt ?? .max) }

  /// False while it lies ahead, and for ever where something else took its place before.
  func hasBegun(at moment: Int64) -> Bool {
    service.from <= moment && service.from < fate.replacedAt ?? .max
  }

  func isLive(at moment: Int64) -> Bool {
    service.from <= moment && moment < end && !fate.isWithdrawn(at: moment)
  }

  /// From its beginning to its true end, gifts included; nil where nothing is left of it.
  /// - Parameter known: refunds and reversals up to this moment are known.
  func served(refundsUntil known: Int64) -> Range<Int64>? {
    let refund = fate.refund(at: known)
    if let refund, refund.isFull { return nil }
    let end = min(end, refund?.at ?? .max)
    return service.from < end ? service.from..<end : nil
  }

  /// The part of it that counts as paid: no gift, and nothing of a free period.
  func paid(refundsUntil known: Int64) -> Range<Int64>? {
    guard isCharged, let served = served(refundsUntil: known), served.lowerBound < service.until
    else { return nil }
    return served.lowerBound..<min(served.upperBound, service.until)
  }

  /// False for a free period and for a family's share.
  var isCharged: Bool { service.price.map { $0.milliunits > 0 } ?? false }
}
