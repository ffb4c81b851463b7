import AppStoreSimulator
import Ledger
import ReferenceModels

extension CrowdOfLives {
  /// A customer with a rare event, and a time of reports that shows it.
  private struct Rarity {
    let customer: RareCustomer
    let time: Range<Instant>
  }

  private static let monthly: ProductID = "gold.monthly"
  private static let yearly: ProductID = "gold.yearly"
  private static let monthlyPrice: Int64 = 9_990
  private static let yearlyPrice: Int64 = 99_990
  private static let priceInThousandths: Int64 = 3_125
  private static let day = Duration.seconds(86_400)

  /// Creates a crowd with one customer for each event that is rare in random lives.
  ///
  /// - Parameter number: the number of the crowd, each of which has other dates.
  init(raritiesOf seed: UInt64, number: Int) {
    var random = SplitMix64(seed: ~seed &+ UInt64(number) &* 0x9E37_79B9)
    let rarities = [
      Self.newcomer, Self.committed, Self.canceled, Self.lapsing, Self.refunded, Self.returned,
    ].enumerated().map { $0.element($0.offset, &random) }
    let others = Self.membersByMistake(&random)
    self.init(
      arrivals: (rarities.flatMap(\.customer.arrivals) + others).sorted { $0.at < $1.at },
      players: [], times: [Self.apps[0]: rarities.map(\.time)])
  }

  /// A customer who comes at the first moment after the time.
  private static func newcomer(_ number: Int, _ random: inout SplitMix64) -> Rarity {
    var customer = RareCustomer(number, from: start(&random))
    let end = customer.moment(after: 1)
    customer.pay(monthlyPrice, for: monthly, from: customer.start, to: end)
    customer.pay(monthlyPrice, for: monthly, from: end, to: customer.moment(after: 2))
    return Rarity(
      customer: customer, time: customer.start + days(-30...(-10), &random)..<customer.start)
  }

  /// A customer in the last month of a commitment of twelve.
  private static func committed(_ number: Int, _ random: inout SplitMix64) -> Rarity {
    var customer = RareCustomer(number, from: start(&random))
    for month in 1...12 {
      customer.pay(
        monthlyPrice, for: yearly, from: customer.moment(after: Int64(month) - 1),
        to: customer.moment(after: Int64(month)),
        in: Commitment(period: Int32(month), of: 12, price: 12 * monthlyPrice))
    }
    let last = customer.moment(after: 11)
    return Rarity(customer: customer, time: time(around: last, until: 1...20, &random))
  }

  /// A customer of a year who switched off the renewal, the first at the lower rate.
  private static func canceled(_ number: Int, _ random: inout SplitMix64) -> Rarity {
    var customer = RareCustomer(number, from: start(&random))
    customer.pay(yearlyPrice, for: yearly, from: customer.start, to: customer.moment(after: 12))
    let moment = customer.start + days(200...250, &random)
    customer.cancel(at: moment)
    return Rarity(customer: customer, time: time(around: moment, until: 1...20, &random))
  }

  /// A customer who left before the end of summer time, and whom the hour of it keeps from a lapse within some days.
  private static func lapsing(_ number: Int, _ random: inout SplitMix64) -> Rarity {
    var customer = RareCustomer(number, from: start(inMonth: 9...9, &random))
    let end = customer.moment(after: 1)
    customer.pay(monthlyPrice, for: monthly, from: customer.start, to: end)
    let hour = random.number(1...3_599_999)
    let to =
      end + .milliseconds(ModelSettings().gapMax - hour) + day * -random.pick([7, 14, 30])
    return Rarity(customer: customer, time: to + days(-20...(-1), &random)..<to)
  }

  /// A customer who has more than half of a month left, and gets a quarter or more of its price back.
  private static func refunded(_ number: Int, _ random: inout SplitMix64) -> Rarity {
    var customer = RareCustomer(number, from: start(&random))
    customer.pay(monthlyPrice, for: monthly, from: customer.start, to: customer.moment(after: 1))
    let date = customer.start + days(7...11, &random)
    customer.refund(Int32(random.number(25_000...40_000)), at: date)
    return Rarity(customer: customer, time: time(around: date, until: 1...4, &random))
  }

  /// A customer who returns too late after the end of a period, and not too late after the grace that followed it.
  private static func returned(_ number: Int, _ random: inout SplitMix64) -> Rarity {
    var customer = RareCustomer(number, from: start(&random))
    let end = customer.moment(after: 1)
    customer.pay(monthlyPrice, for: monthly, from: customer.start, to: end)
    customer.failToPay(graceUntil: end + day * 16)
    let date =
      end + .milliseconds(ModelSettings().gapMax + random.number(1...15 * day.milliseconds))
    customer.pay(monthlyPrice, for: monthly, from: date, to: date + day * 30, isReturn: true)
    return Rarity(customer: customer, time: time(around: date, until: 1...20, &random))
  }

  /// Returns the arrivals of another app with a product of the same id and a customer of the same number, where money
  /// has three decimals. Months after the first purchases, the app is entered into a program by mistake, from the
  /// day of the first one, and the entry is withdrawn later.
  private static func membersByMistake(_ random: inout SplitMix64) -> [Arrival] {
    let app = apps[1]
    var customer = RareCustomer(0, from: start(&random), of: app, in: .kuwait)
    for month in Int64(0)..<6 {
      customer.pay(
        priceInThousandths, for: monthly, from: customer.moment(after: month),
        to: customer.moment(after: month + 1))
    }
    let entered = customer.moment(after: 2) + days(-10...10, &random)
    let withdrawn = entered + days(20...70, &random)
    return customer.arrivals
      + [(entered, nil), (withdrawn, customer.start)].map { moment, end in
        let entry = ProgramEntered(
          program: "small-business", bundleID: app, from: customer.start, until: end,
          enteredAt: moment)
        return Arrival(at: moment, event: .shared(.programEntered(entry)))
      }
  }

  /// Returns a moment of the first 28 days of some month.
  private static func start(
    inMonth months: ClosedRange<Int64> = 1...12, _ random: inout SplitMix64
  ) -> Instant {
    let month = CivilDate(firstOf: random.number(months), in: random.number(2021...2023))
    return month.start + days(0...27, &random) + .milliseconds(random.number(0...86_399_999))
  }

  /// Returns a time from some days before a moment until some days after it.
  private static func time(
    around moment: Instant, until last: ClosedRange<Int64>, _ random: inout SplitMix64
  ) -> Range<Instant> {
    let from = moment + days(-9...(-1), &random)
    return from..<moment + days(last, &random)
  }

  private static func days(
    _ days: ClosedRange<Int64>, _ random: inout SplitMix64
  ) -> Duration { day * Int(random.number(days)) }
}
