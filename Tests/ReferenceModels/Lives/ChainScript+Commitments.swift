import Ledger

extension ChainScript {
  private static let months: Int32 = 12

  /// Begins a commitment of twelve months with the next period of a yearly plan.
  mutating func commit() {
    commitment = Commitment(period: 1, of: Self.months, price: price * Int64(Self.months))
  }

  /// Goes on to the next month of a commitment. After the last, another begins or the year is paid at once
  /// again.
  mutating func advanceCommitment() {
    guard let place = commitment else { return }
    if place.period < place.periods {
      commitment?.period += 1
    } else if random.chance(2) {
      commit()
    } else {
      commitment = nil
    }
  }

  /// Adds a month of a commitment that was collected at last, after more than sixty days of retry.
  mutating func collectLate() {
    let hour: Int64 = 3_600_000
    let end = latest.extendedEnd
    let charge = end + random.number(60 * CalendarDay.length + hour + 1...90 * CalendarDay.length)
    renewals.append(
      AppleRenewal(
        moment: end + hour, product: latest.purchase.productID, renewalDate: end, retry: true,
        status: 3))
    settle(at: charge)
    begin(at: charge, reason: "RENEWAL")
    ways.insert(.commitmentCollectedLate)
  }
}
