import Ledger
import ReferenceModels
import Testing

@Suite struct DebtOverTimeTests {
  private let period = DebtSale(from: "2026-01-11", to: "2026-02-11")

  private func rows(
    _ life: DebtLife, _ question: ModelReportQuestion, closes: [ModelClose] = []
  ) -> [ModelReportRow] {
    DebtModel(life.facts(closes: closes)).rows(of: question)
  }

  @Test func `a charge that becomes known after a close is billed on the first open day`() {
    var life = DebtLife()
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(period, at: "2026-02-03")
    #expect(life.debt("2026-01-01", "2026-02-01", closes: [january]) == nil)
    // 9,990 × 22 ÷ 31 = 7,089.7 by the end of that day
    #expect(
      life.debt("2026-02-01", "2026-02-02", closes: [january]) == [0, 9_990, 7_090, 0, 2_900])
    #expect(
      life.debt("2026-02-02", "2026-03-01", closes: [january]) == [2_900, 0, 2_900, 0, 0])
    #expect(
      life.debt("2026-01-01", "2026-02-01", closes: [january], mutation: .restatesClosedMonths)
        == [0, 9_990, 6_767, 0, 3_223])
  }

  @Test func `a refund that becomes known after a close is booked on the first open day`() {
    var life = DebtLife()
    life.record(period)
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(period.refunded("2026-01-21"), at: "2026-02-03")
    #expect(
      life.debt("2026-01-01", "2026-02-01", closes: [january]) == [0, 9_990, 6_767, 0, 3_223])
    // 6,767 were not earned in truth: of these 3,544 were booked as earned.
    #expect(
      life.debt("2026-02-01", "2026-02-02", closes: [january]) == [3_223, 0, -3_544, 6_767, 0])
    #expect(life.debt("2026-02-02", "2026-03-01", closes: [january]) == nil)
  }

  @Test func `what comes after two closes is booked after the second one`() {
    var life = DebtLife()
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    let february = life.close("2026-02-01", "2026-03-01", cut: life.cut)
    life.record(period, at: "2026-03-03")
    let closes = [january, february]
    #expect(life.debt("2026-02-01", "2026-03-01", closes: closes) == nil)
    #expect(life.debt("2026-03-01", "2026-03-02", closes: closes) == [0, 9_990, 9_990, 0, 0])
  }

  @Test func `what comes between two closes is booked in the second month`() {
    var life = DebtLife()
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(period, at: "2026-02-03")
    let february = life.close("2026-02-01", "2026-03-01", cut: life.cut)
    let closes = [january, february]
    #expect(life.debt("2026-02-01", "2026-03-01", closes: closes) == [0, 9_990, 9_990, 0, 0])
  }

  @Test func `a price that is corrected after a close changes the first open day`() {
    var life = DebtLife()
    var wrong = period
    (wrong.price, wrong.currency) = (3_100, "USD")
    life.record(wrong)
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(period, at: "2026-02-03")
    let question = life.question("2026-02-01", "2026-02-02")
    let days = rows(life, question, closes: [january])
    // 2,100 of 3,100 were booked as earned by then; 9,990 × 22 ÷ 31 = 7,089.7
    #expect(days.first { $0["currency"] == "USD" }?.debt == [1_000, -3_100, -2_100, 0, 0])
    #expect(days.first { $0["currency"] == "EUR" }?.debt == [0, 9_990, 7_090, 0, 2_900])
  }

  @Test func `the end of a Pacific month lies within a day of UTC`() {
    var life = DebtLife()
    let january = life.close(
      "2026-01-01T08:00:00.000", "2026-02-01T08:00:00.000", cut: life.cut)
    life.record(period, at: "2026-02-03")
    let closes = [january]
    #expect(life.debt("2026-01-01", "2026-02-01", closes: closes) == nil)
    #expect(
      life.debt("2026-01-01T08:00:00.000", "2026-02-01T08:00:00.000", closes: closes) == nil)
    #expect(life.debt("2026-02-01", "2026-02-02", closes: closes) == [0, 9_990, 7_090, 0, 2_900])
  }

  @Test func `the clock does not decide what a close counts`() {
    var life = DebtLife()
    life.record(period)
    let cut = life.cut
    var other = period
    (other.id, other.chain) = ("2", "2")
    life.record(other, at: "2026-01-12")
    let january = life.close("2026-01-01", "2026-02-01", cut: cut)
    #expect(life.debt("2026-01-01", "2026-02-01", closes: [january])?[1] == 9_990)
    #expect(
      life.debt("2026-01-01", "2026-02-01", closes: [january], mutation: .closesByTheClock)?[1]
        == 19_980)
  }

  @Test func `a cut leaves out what was learned later`() {
    var life = DebtLife()
    life.record(period)
    let cut = life.cut
    life.record(period.refunded("2026-01-21"), at: "2026-02-03")
    #expect(life.debt(nil, "2026-02-01", cut: cut) == [0, 9_990, 6_767, 0, 3_223])
    #expect(life.debt(nil, "2026-02-01", cut: Position()) == nil)
  }

  @Test func `a close of another app is nothing to this one`() {
    var life = DebtLife()
    let other = ModelClose(
      app: "com.example.other", environment: .production, from: .told("2026-01-01"),
      to: .told("2026-02-01"), cut: life.cut)
    life.record(period, at: "2026-02-03")
    #expect(
      life.debt("2026-01-01", "2026-02-01", closes: [other]) == [0, 9_990, 6_767, 0, 3_223])
  }

  @Test func `two apps with one product have a report each`() {
    var life = DebtLife()
    life.record(period)
    var other = period
    (other.app, other.price) = ("com.example.other", 3_100)
    life.record(other)
    #expect(life.debt(nil, "2026-01-12")?[1] == 9_990)
    let question = life.question(nil, "2026-01-12", app: "com.example.other")
    #expect(rows(life, question).map(\.debt) == [[0, 3_100, 100, 0, 3_000]])
  }

  @Test func `each part begins with the end of the part before`() {
    var life = DebtLife()
    life.record(period)
    var question = life.question("2026-01-01", "2026-03-01")
    question.interval = .month
    let months = rows(life, question).sorted { $0["date"] ?? "" < $1["date"] ?? "" }
    #expect(months.map { $0["date"] } == ["2026-01", "2026-02"])
    #expect(months.map(\.debt) == [[0, 9_990, 6_767, 0, 3_223], [3_223, 0, 3_223, 0, 0]])
    question.interval = .day
    let days = rows(life, question).sorted { $0["date"] ?? "" < $1["date"] ?? "" }
    #expect(days.count == 31 && days[0]["date"] == "2026-01-11")
    // 9,990 ÷ 31 = 322.3
    #expect(days[0].debt == [0, 9_990, 322, 0, 9_668])
    #expect(zip(days, days.dropFirst()).allSatisfy { $0.debt[4] == $1.debt[0] })
  }

  @Test func `days and months are those of the calendar`() {
    var life = DebtLife()
    // The last hours of the first fiscal month of 2026, which ends on Saturday 2025-11-01 Pacific time.
    life.record(DebtSale(from: "2025-11-02T05:00:00.000", to: "2025-12-02T05:00:00.000"))
    var question = life.question(nil, "2025-11-03")
    question.interval = .month
    question.calendar = .fiscal
    #expect(Set(rows(life, question).map { $0["date"] }) == ["2026-01", "2026-02"])
    question.calendar = .pacific
    #expect(rows(life, question).map { $0["date"] } == ["2025-11"])
    question.interval = .day
    #expect(Set(rows(life, question).map { $0["date"] }) == ["2025-11-01", "2025-11-02"])
    question.calendar = .utc
    #expect(Set(rows(life, question).map { $0["date"] }) == ["2025-11-02"])
    question.calendar = .pacific
    let model = DebtModel(life.facts(), mutation: .dividesByUTC)
    #expect(Set(model.rows(of: question).map { $0["date"] }) == ["2025-11-02"])
  }

  @Test func `only the divisions that are asked for have columns`() {
    var life = DebtLife()
    life.record(period)
    var other = period
    (other.id, other.chain, other.product, other.storefront) = ("2", "2", "year", nil)
    life.record(other)
    var question = life.question(nil, "2026-02-01")
    #expect(rows(life, question).count == 2)
    #expect(Set(rows(life, question).map { $0["storefront"] }) == ["DEU", ""])
    question.divisions = [.group]
    let row = rows(life, question)
    #expect(row.map(\.debt) == [[0, 19_980, 13_534, 0, 6_446]])
    #expect(row[0]["group"] == "group" && row[0]["currency"] == "EUR")
    #expect(row[0]["product"] == nil && row[0]["storefront"] == nil && row[0]["date"] == nil)
    #expect(row[0]["byRules"] == "0")
  }
}
