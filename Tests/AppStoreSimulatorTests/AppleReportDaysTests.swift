import AppStoreSimulator
import AppleReports
import Testing

/// The days and months to which Apple counts a purchase, and the moments from which files exist.
struct AppleReportDaysTests {
  /// Returns a world in which Ann buys gems in the last millisecond of a day and again two milliseconds
  /// later.
  private func midnight(
    after day: String, in environment: SimulatedApp.Environment = .production
  ) throws -> World {
    let day = try ReadReports.day(day)
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 1, environment: environment),
      selling: .game, seed: 1, from: day.start)
    try world.addCustomer("ann")
    world.advance(to: day.end - 2)
    for quantity in 1...2 {
      var command = PurchaseCommand("com.example.game.gems.100")
      command.quantity = quantity
      _ = try world.buy(command, by: 0)  // at the next millisecond; the notification takes another
    }
    return world
  }

  /// The last two days have 23 and 25 hours; the first of November 2025 ends a fiscal month.
  @Test(arguments: ["2025-01-15", "2025-07-15", "2025-03-09", "2025-11-02", "2025-11-01"])
  func `midnight in Los Angeles divides the sales`(text: String) throws {
    var world = try midnight(after: text)
    let day = try ReadReports.day(text)
    let dates = world.transactions.map(\.content.purchaseDate)
    #expect(dates == [day.end - 1, day.end + 1])
    world.advance(to: day.next.end)
    let reports = ReadReports(of: world)
    #expect(try reports.sales(day.text).map(\.units) == [1])
    #expect(try reports.sales(day.next.text).map(\.units) == [2])
  }

  @Test(arguments: ["2025-01-15", "2025-03-09", "2025-11-02"])
  func `a purchase at midnight belongs to the day that begins`(text: String) throws {
    let day = try ReadReports.day(text)
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 1), selling: .game, seed: 1,
      from: day.start)
    try world.addCustomer("ann")
    world.advance(to: day.end - 1)
    _ = try world.buy(PurchaseCommand("com.example.game.gems.100"), by: 0)
    #expect(world.transactions[0].content.purchaseDate == day.end)
    world.advance(to: day.next.end)
    let reports = ReadReports(of: world)
    #expect(try reports.sales(day.text).isEmpty)
    #expect(try reports.sales(day.next.text).count == 1)
  }

  @Test func `the last midnight of a fiscal month divides what is settled`() throws {
    var world = try midnight(after: "2025-11-01")
    world.advance(to: try ReadReports.day("2025-11-29").end)
    let reports = ReadReports(of: world)
    for (month, quantity) in [("2026-01", Int64(1)), ("2026-02", 2)] {
      #expect(try reports.financial(month)?.rows.map(\.quantity) == [quantity])
      #expect(try reports.details(month)?.rows.map(\.quantity) == [quantity])
    }
    let period = try #require(try reports.financial("2026-01")?.rows.first?.period)
    #expect("\(period)" == "2025-09-28...2025-11-01")
    let names = try SettledReport.allCases.compactMap {
      try reports.files.settled($0, of: ReadReports.month("2026-01"))?.name
    }
    #expect(names == ["85000000_0126_ZZ.txt.gz", "FD_85000000_0126_Z1.txt.gz"])
  }

  @Test func `what is settled later belongs to the month of the settlement`() throws {
    var world = try midnight(after: "2025-11-01")
    world.advance(to: try ReadReports.day("2025-11-29").end)
    var settings = AppleReportSettings()
    settings.settlementDays = 2
    let reports = ReadReports(of: world, by: settings)
    #expect(try reports.financial("2026-01") == nil)
    let rows = try #require(try reports.details("2026-02")).rows
    #expect(
      rows.map { "\($0.transactionDate) \($0.settlementDate)" } == [
        "2025-11-01 2025-11-03", "2025-11-02 2025-11-04",
      ])
  }

  @Test func `a file exists from the end of its day or month`() throws {
    var world = try midnight(after: "2025-10-31")
    let day = try ReadReports.day("2025-11-01")
    let month = SettlementMonth(of: day)
    world.advance(to: day.end - 1)
    #expect(AppleReportFiles(of: world).daily(.sales, on: day) == nil)
    #expect(AppleReportFiles(of: world).settled(.financial, of: month) == nil)
    world.advance(to: day.end)
    #expect(AppleReportFiles(of: world).daily(.sales, on: day) != nil)
    #expect(AppleReportFiles(of: world).settled(.financial, of: month) != nil)
  }

  @Test func `the sandbox has no reports`() throws {
    var world = try midnight(after: "2025-11-01", in: .sandbox)
    let day = try ReadReports.day("2025-11-01")
    world.advance(to: day.next.end)
    #expect(AppleReportFiles(of: world).files(about: day..<day.next.next).isEmpty)
  }

  /// November 2025 has days in the fiscal months 2026-01, 2026-02 and 2026-03, the last of which is not
  /// over at its end.
  @Test func `the files about a month are those of its days and fiscal months`() throws {
    var world = try midnight(after: "2025-11-01")
    let (first, end) = (try ReadReports.day("2025-11-01"), try ReadReports.day("2025-12-01"))
    world.advance(to: end.start)
    let names = AppleReportFiles(of: world).files(about: first..<end).map(\.name)
    #expect(
      names == [
        "S_D_85000000_20251101.txt.gz", "S_D_85000000_20251102.txt.gz", "85000000_0126_ZZ.txt.gz",
        "FD_85000000_0126_Z1.txt.gz", "85000000_0226_ZZ.txt.gz", "FD_85000000_0226_Z1.txt.gz",
      ])
  }
}
