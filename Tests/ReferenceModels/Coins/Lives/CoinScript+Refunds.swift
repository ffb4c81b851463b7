import Ledger

extension CoinScript {
  /// Adds up to two refunds, the second after a reversal of the first or in its place.
  mutating func befall(_ bought: inout AppleTransaction) {
    guard random.chance(2) else { return }
    let date = bought.start + random.number(1...20 * Self.day)
    var refunds = [refund(on: date)]
    let later = date + random.number(2...20 * Self.day)
    if random.chance(3) {
      refunds[0].reversedAt = later
      ways.insert(.refundReversed)
    }
    if random.chance(3) {
      refunds.append(refund(on: later + random.number(1...20 * Self.day)))
      ways.insert(refunds[0].reversedAt == nil ? .refundReplaced : .secondRefund)
    }
    bought.refunds = refunds
  }

  private mutating func refund(on date: Int64) -> AppleTransaction.Refund {
    let type = random.pick(["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "NEW", nil])
    var revocation = Revocation(date: Instant(milliseconds: date), reason: 0, type: type)
    revocation.percentage =
      switch type {
      case nil: nil
      case "REFUND_FULL": random.pick([nil, 100_000])
      default:
        random.pick([
          nil, nil, 100_000, 0, -5, 200_000, .max, .min, 1, 99_999, 50_000, 33_333, 67_932,
          Int32(random.number(1...99_999)),
        ])
      }
    switch revocation.percentage {
    case nil, 100_000: ways.insert(.refundOfAll)
    case .some(1..<100_000): ways.insert(.refundOfShare)
    default: ways.insert(.shareOutOfRange)
    }
    return AppleTransaction.Refund(revocation: revocation)
  }
}
