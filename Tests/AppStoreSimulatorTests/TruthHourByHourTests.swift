import AppStoreSimulator
import Testing

/// Random lives, painted hour by hour and counted.
struct TruthHourByHourTests {
  @Test(arguments: 0..<20)
  func `paid service is what remains when every hour is painted`(seed: UInt64) throws {
    let life = PaintedLife(seed: seed)
    let truth = Truth(life.happenings)
    for now in stride(from: 0, through: PaintedLife.hours, by: 1_913) {
      let known = life.periods.filter { $0.charged <= now }
      let service = truth.customer("ann", at: Int64(now).hours).paidService.first
      let painted = PaintedLife.paint(known, until: now, at: now, refundsUntil: now)
      #expect(service?.seconds ?? 0 == painted * 3_600, "at hour \(now)")
      #expect((service?.days ?? []).map(\.seconds).reduce(0, +) == painted * 3_600)
      for transaction in service?.transactions ?? [] {
        let own = try #require(known.first { $0.name == transaction.transactionId })
        let others = known.filter { $0.name != own.name }
        let before = PaintedLife.paint(
          others, until: own.from, at: now, refundsUntil: own.charged)
        #expect(transaction.secondsBefore == before * 3_600, "\(own.name) at hour \(now)")
      }
    }
  }
}

private struct PaintedLife {
  struct Period {
    let name: String
    let from: Int
    let until: Int
    let charged: Int
    let isFree: Bool
    var gift: (at: Int, until: Int)?
    var replacedAt: Int?
    var refund: (at: Int, share: Int64, undoneAt: Int)?

    /// Returns true if service, or paid service, was given in this hour, as seen at `now`.
    func covers(_ hour: Int, paid: Bool, at now: Int, refundsUntil known: Int) -> Bool {
      if let refund, refund.at <= known, known < refund.undoneAt {
        if refund.share == 100_000 || hour >= refund.at { return false }
      }
      if let replacedAt, replacedAt <= now, hour >= replacedAt { return false }
      if paid { return !isFree && from <= hour && hour < until }
      let isExtended = gift.map { $0.at <= now } == true
      return from <= hour && hour < (isExtended ? gift?.until ?? until : until)
    }
  }

  static let hours = 24 * 400
  private(set) var periods: [Period] = []

  init(seed: UInt64) {
    var random = Dice(state: seed)
    var hour = random.roll(500)
    while hour < Self.hours {
      let length = 24 * (7 + random.roll(40))
      let charged = hour + (random.roll(4) == 0 ? random.roll(72) : 0)
      var period = Period(
        name: "t\(periods.count)", from: hour, until: hour + length, charged: charged,
        isFree: random.roll(5) == 0)
      let later = charged + random.roll(length * 2)
      switch random.roll(6) {
      case 0: period.gift = (later, period.until + random.roll(1_000))
      case 1: period.replacedAt = later
      case 2: period.refund = (later, 100_000, later + 1 + random.roll(4_000))
      case 3: period.refund = (later, 40_000, later + 1 + random.roll(4_000))
      default: break
      }
      periods.append(period)
      hour += [length, length, length / 2, length + random.roll(3_000)][random.roll(4)] + 1
    }
  }

  /// Returns the hours that count under the gap rule when a period might begin at `until`.
  static func paint(
    _ periods: [Period], until: Int, at now: Int, refundsUntil known: Int
  ) -> Int64 {
    var counted: Int64 = 0
    var idle = 0
    for hour in 0..<max(until, 0) {
      if periods.contains(where: {
        $0.covers(hour, paid: false, at: now, refundsUntil: known)
      }) {
        if idle > 60 * 24 { counted = 0 }
        idle = 0
      } else {
        idle += 1
      }
      if periods.contains(where: { $0.covers(hour, paid: true, at: now, refundsUntil: known) }) {
        counted += 1
      }
    }
    return idle > 60 * 24 ? 0 : counted
  }

  var happenings: [Happening] {
    var chronicle = TruthChronicle()
    for period in periods {
      chronicle.serve(
        period.name, Int64(period.from).hours, Int64(period.until).hours,
        chargedAt: Int64(period.charged).hours, price: Money(period.isFree ? 0 : 990, "USD"))
      if let (at, until) = period.gift {
        chronicle.add(
          Int64(at).hours, .extended(transaction: period.name, until: Int64(until).hours))
      }
      if let at = period.replacedAt {
        chronicle.add(Int64(at).hours, .replaced(transaction: period.name))
      }
      if let (at, share, undoneAt) = period.refund {
        chronicle.add(Int64(at).hours, .refunded(transaction: period.name, share: share))
        chronicle.add(Int64(undoneAt).hours, .refundReversed(transaction: period.name))
      }
    }
    return chronicle.happenings.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }
}

/// A linear congruential generator: the same seed gives the same life.
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}
