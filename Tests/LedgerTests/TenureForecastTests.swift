import Ledger
import Testing

struct TenureForecastTests {
  @Test func `with the plan renewing, the reduced rate begins with the thirteenth month`() throws {
    var given = Given()
    given.monthly(months(3, from: "2026-01-01"))
    let history = try #require(given.histories.first)
    let forecast = history.forecast(at: day(40))
    #expect(forecast.reducedRateFrom == day(365))
    #expect(forecast.keptUntil == day(59 + 60 + oneHour))
    #expect(try given.tenure(on: 40).reducedRateFrom == day(365))
  }

  @Test func `once begun, the reduced rate is reported and no longer forecast`() throws {
    var given = Given()
    given.monthly(months(14, from: "2026-01-01"))
    let history = try #require(given.histories.first)
    #expect(history.evaluate(at: day(400)).reducedRateFrom == day(365))
    #expect(history.forecast(at: day(400)).reducedRateFrom == nil)
  }

  @Test func `month ends keep their day where they can`() throws {
    var given = Given()
    let noon = 20.0 / 24  // in Los Angeles, by winter time
    given.bought(
      "1", from: on("2026-01-31") + noon, to: on("2026-02-28") + noon, reason: "PURCHASE")
    let tenure = try given.tenure(on: on("2026-02-10"))
    #expect(tenure.reducedRateFrom == day(on("2027-01-31") + noon))
  }

  @Test func `a trial's plan is known by the catalog or not at all`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 7, price: 0, offer: trial)
    #expect(try given.tenure(on: 3).reducedRateFrom == nil)
    let catalogs = try Catalogs(given.product, every: .months(12))
    let history = ServiceHistory.histories(of: [given.state], catalogs: catalogs).first
    #expect(history?.evaluate(at: day(3)).reducedRateFrom == day(7 + 365))
    #expect(history?.forecast(at: day(3)).keptUntil == nil)
  }

  @Test func `while nothing runs, nothing begins, and the loss is foretold`() throws {
    var given = Given()
    given.monthly(months(3, from: "2026-01-01"))
    let history = try #require(given.histories.first)
    #expect(history.forecast(at: day(100)).reducedRateFrom == nil)
    #expect(history.forecast(at: day(100)).keptUntil == day(150 + oneHour))
    #expect(history.forecast(at: day(151)) == history.forecast(at: day(999)))
    #expect(history.forecast(at: day(151)).keptUntil == nil)
  }

  @Test func `what it renews as decides how long the next periods are`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE")
    given.renews(said: 5, as: "gold.yearly", renewalDate: 31)
    let catalogs = try Catalogs("gold.yearly", every: .months(12))
    let history = ServiceHistory.histories(of: [given.state], catalogs: catalogs).first
    #expect(history?.evaluate(at: day(9)).reducedRateFrom == day(31 + 365))
  }
}
