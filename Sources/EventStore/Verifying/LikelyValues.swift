import Ledger

/// The values that a column of an event may have had, though no other event has them.
enum LikelyValues {
  /// The differences between the dates of a purchase: days of a month, quarters, halves, years, and hours.
  private static let shifts: [Int64] = {
    let days: [ClosedRange<Int64>] = [0...31, 89...92, 180...184, 364...366]
    let hours: ClosedRange<Int64> = 1...23
    var shifts: [Int64] = [1_000, 60_000]
    for hour in hours { shifts.append(hour * 3_600_000) }
    for day in days.joined() { shifts.append(day * 86_400_000) }
    return shifts
  }()

  /// Returns prices in thousandths as stores set them, and those near a price.
  static func prices(near price: Int64?) -> [Int64] {
    var prices: [Int64] = []
    for whole in Int64(0)..<200 {
      let thousandths = whole * 1_000
      prices += [thousandths, thousandths + 490, thousandths + 990]
    }
    guard let price else { return prices }
    for difference in Int64(1)...100 { prices += [price &- difference, price &+ difference] }
    let factors: [Int64] = [10, 100, 1_000]
    for factor in factors { prices += [price / factor, price &* factor] }
    return prices
  }

  /// Returns moments at a likely distance from a known one.
  static func moments(near known: [Instant]) -> Set<Instant> {
    var moments: Set<Instant> = []
    for moment in known {
      for shift in shifts {
        moments.insert(Instant(milliseconds: moment.milliseconds &- shift))
        moments.insert(Instant(milliseconds: moment.milliseconds &+ shift))
      }
    }
    return moments
  }

  /// Returns small numbers: quantities, and the numbers of Apple's enumerations.
  static func numbers() -> [Int32] { Array(0...20) }
}
