import AppStoreSimulator
import Testing

struct ReportDiscrepancyTests {
  private static let start = Result { try ReadReports.day("2024-01-01") }

  private static func world() throws -> World {
    let start = try start.get().start
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: 5,
      from: start)
    let end = start + Int64(400).days
    world.settle(customers: 30, living: [.mixed, .refunded], until: end, seed: 5)
    world.advance(to: end)
    return world
  }

  /// Returns the rows of all days: the day, then the whole line.
  private static func rows(_ files: AppleReportFiles, _ report: DailyReport) throws -> [String] {
    let start = try start.get()
    var (rows, day) = ([String](), start)
    for _ in 0..<400 {
      let lines = files.daily(report, on: day)?.text.split(separator: "\n").dropFirst() ?? []
      rows += lines.map { "\(day.text)\t\($0)" }
      day = day.next
    }
    return rows
  }

  /// The numbers of rows that the discrepancy takes away and adds.
  @Test(arguments: [
    (ReportDiscrepancy.Kind.missingRow, 1, 0), (.extraRow, 0, 1), (.otherRate, 1, 1),
    (.otherPrice, 1, 1), (.otherSubscription, 1, 1), (.otherUnits, 1, 1),
    (.refundOnAnotherDay, 1, 1),
  ])
  func `a discrepancy alters one row, and its name tells which`(
    kind: ReportDiscrepancy.Kind, removed: Int, added: Int
  ) throws {
    let world = try Self.world()
    let honest = try Self.rows(AppleReportFiles(of: world), .sales)
    for seed: UInt64 in 1...5 {
      let files = AppleReportFiles(of: world, altering: [ReportDiscrepancy(kind, seed: seed)])
      let alteration = try #require(files.alterations.first)
      let altered = try Self.rows(files, .sales)
      let gone = Self.missing(honest, in: altered)
      let new = Self.missing(altered, in: honest)
      #expect(gone.count == removed, "seed \(seed): \(gone)")
      #expect(new.count == added, "seed \(seed): \(new)")
      #expect(alteration.name.hasPrefix("\(kind.rawValue) of \(alteration.day.text) "))
      for row in gone { #expect(row.hasPrefix(alteration.day.text)) }
      for row in gone + new { #expect(row.contains("\t\(alteration.product)\t")) }
    }
  }

  private static func cells(of row: String) -> [String] {
    row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the lines of the first list that the second lacks, by number.
  private static func missing(_ lines: [String], in others: [String]) -> [String] {
    var counts = others.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return lines.filter { line in
      counts[line, default: 0] -= 1
      return counts[line, default: 0] < 0
    }
  }

  @Test func `an altered row has the other rate, price, kind or number of units`() throws {
    let world = try Self.world()
    let honest = try Self.rows(AppleReportFiles(of: world), .sales)
    func change(_ kind: ReportDiscrepancy.Kind) throws -> (old: [String], new: [String]) {
      let files = AppleReportFiles(of: world, altering: [ReportDiscrepancy(kind)])
      let altered = try Self.rows(files, .sales)
      let old = try #require(Self.missing(honest, in: altered).first)
      let new = try #require(Self.missing(altered, in: honest).first)
      return (Self.cells(of: old), Self.cells(of: new))
    }
    // The columns of SALES, after the day: 8 is Units, 16 Customer Price, 25 Proceeds Reason.
    let units = try change(.otherUnits)
    #expect(Int(units.new[8]) == Int(units.old[8]).map { $0 + 1 })
    let price = try change(.otherPrice)
    let (before, after) = (try #require(Double(price.old[16])), try #require(Double(price.new[16])))
    #expect(abs(after - before - 1) < 0.0001)
    // 19 is Subscription.
    let kind = try change(.otherSubscription)
    #expect(Set([kind.old[19], kind.new[19]]) == ["New", "Renewal"])
    let rate = try change(.otherRate)
    #expect(Set([rate.old[25], rate.new[25]]) == ["", "Rate After One Year"])
    #expect(rate.old[9] != rate.new[9])
    let refund = try change(.refundOnAnotherDay)
    #expect(PacificDay(refund.old[0])?.next.text == refund.new[0])
  }

  @Test func `subscribers and settled sums follow, states and events do not`() throws {
    let world = try Self.world()
    let honest = AppleReportFiles(of: world)
    let files = AppleReportFiles(of: world, altering: [ReportDiscrepancy(.otherRate)])
    let alteration = try #require(files.alterations.first)
    #expect(try Self.rows(files, .subscriber) != Self.rows(honest, .subscriber))
    #expect(try Self.rows(files, .subscription) == Self.rows(honest, .subscription))
    #expect(try Self.rows(files, .subscriptionEvent) == Self.rows(honest, .subscriptionEvent))
    let month = SettlementMonth(of: alteration.day)
    #expect(
      files.settled(.financial, of: month)?.text != honest.settled(.financial, of: month)?.text)
    let other = month.next
    #expect(
      files.settled(.financial, of: other)?.text == honest.settled(.financial, of: other)?.text)
  }

  @Test(arguments: [
    (ReportDiscrepancy.Kind.missingSubscription, DailyReport.subscription),
    (.missingEvent, .subscriptionEvent),
  ])
  func `a missing subscription or event is in its own report alone`(
    kind: ReportDiscrepancy.Kind, altered: DailyReport
  ) throws {
    let world = try Self.world()
    let honest = AppleReportFiles(of: world)
    for seed: UInt64 in 1...3 {
      let files = AppleReportFiles(of: world, altering: [ReportDiscrepancy(kind, seed: seed)])
      let alteration = try #require(files.alterations.first)
      for report in DailyReport.allCases {
        let (before, after) = (try Self.rows(honest, report), try Self.rows(files, report))
        let gone = Self.missing(before, in: after)
        #expect((gone.isEmpty) == (report != altered), "\(report) of seed \(seed)")
        for row in gone { #expect(row.hasPrefix(alteration.day.text)) }
        for row in gone { #expect(row.contains("\t\(alteration.product)\t")) }
      }
    }
  }

  @Test func `several discrepancies alter several rows, the same ones each time`() throws {
    let world = try Self.world()
    let all = ReportDiscrepancy.Kind.allCases.flatMap { kind in
      [7, 8].map { ReportDiscrepancy(kind, seed: $0) }
    }
    let first = AppleReportFiles(of: world, altering: all)
    #expect(
      first.alterations.map(\.kind)
        == (all.filter(\.kind.isOfSales) + all.filter { !$0.kind.isOfSales }).map(\.kind))
    #expect(Set(first.alterations.map(\.name)).count == all.count)
    #expect(AppleReportFiles(of: world, altering: all).alterations == first.alterations)
  }

  @Test func `a discrepancy without a row to alter has no alteration`() throws {
    var life = try WorldScenario()
    try life.buy("gems.100")
    life.pass(days: 2)
    let kinds = ReportDiscrepancy.Kind.allCases.filter { kind in
      !AppleReportFiles(of: life.world, altering: [ReportDiscrepancy(kind)]).alterations.isEmpty
    }
    #expect(kinds == [.missingRow, .extraRow, .otherPrice, .otherUnits])
    let twice = AppleReportFiles(
      of: life.world, altering: [ReportDiscrepancy(.otherUnits), ReportDiscrepancy(.otherPrice)])
    #expect(twice.alterations.map(\.kind) == [.otherUnits])
  }
}
