import EventStore
import Foundation
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The bridge from the ledger to Apple's files, with figures worked out by hand: months of 9.99 EUR, of
/// which 1,595 milliunits are tax and 2,519 Apple's commission, begin on 2025-01-10 and 02-09.
struct ReconciliationReportTests {
  /// Returns a daily file of one row of months.
  private static func file(
    _ date: String, units: Int = 1, proceeds: String = "5.876", _ kind: String = "New"
  ) -> String {
    DailyFile.sales(
      date, proceeds: proceeds, price: units < 0 ? "-9.99" : "9.99", units: units,
      subscription: kind)
  }

  private static let finance =
    "Vendor Name\tExample\nStart Date\t12/29/2024\nEnd Date\t02/01/2025\n\n"
    + [
      "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
      "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share",
      "Extended Partner Share", "Partner Share Currency", "Customer Price", "Customer Currency",
      "Sale or Return", "Promo Code", "Order Type", "Region",
    ].joined(separator: "\t") + "\n"
    + [
      "01/10/2025", "01/12/2025", "1500000001", "com.example.month", "Month", "Example", "IAY",
      "DE", "1", "5.87", "5.87", "EUR", "9.99", "EUR", "S", "", "", "EU",
    ].joined(separator: "\t") + "\n"

  private func with(
    _ files: [String: String],
    _ body: @escaping @Sendable (TestLedger, AppleFileImport, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "apple-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in the temporary folder
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      try await ledger.project()
      try await body(ledger, ledger.appleFiles, folder.path)
    }
  }

  /// Returns the rows of the bridge as texts.
  private func bridge(
    _ month: String, _ calendar: ReportingPeriod.Calendar, _ ledger: TestLedger,
    knownAt known: Instant? = nil
  ) async throws -> [String] {
    let period = try #require(ReportingPeriod(month, by: calendar))
    var request = ReportRequest(.reconciliation, of: TestLedger.bundleID)
    (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
    request.knownAt = known
    let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
    return report.rows.map { row in row.map(\.text).joined(separator: " ") }
  }

  /// 2025-01-10 begins at midnight in UTC, which is the 9th in California.
  @Test func `figures that are Apple's own need no bridge`() async throws {
    try await with(["january.txt": Self.file("01/09/2025")]) { ledger, files, folder in
      #expect(
        try await files.run(folder: folder, recordingFor: nil) == [
          "1 file imported, 0 known already"
        ])
      #expect(
        try await files.run(folder: folder, recordingFor: nil) == [
          "0 files imported, 1 known already"
        ])
      try await ledger.project()
      let found = try await bridge("2025-01", .pacific, ledger)
      #expect(
        found == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "Apple's sales files - - - - - - - EUR 9990 EUR 5876",
        ])
    }
  }

  @Test func `a file that came later changes no answer of before`() async throws {
    try await with(["1.txt": Self.file("01/09/2025")]) { ledger, files, folder in
      let nothing = try await bridge("2025-01", .pacific, ledger)
      #expect(nothing.contains { $0.hasPrefix("no file of Apple's 2025-01-09") })
      let before = try await ledger.log.cut().moment
      _ = try await files.run(folder: folder, recordingFor: nil)
      try await ledger.project()
      let now = try await bridge("2025-01", .pacific, ledger)
      #expect(now.last == "Apple's sales files - - - - - - - EUR 9990 EUR 5876")
      let past = try await bridge("2025-01", .pacific, ledger, knownAt: before)
      #expect(past == nothing)
      // A newer file of the same day takes the place of the first one from its import on.
      let between = try await ledger.log.cut().moment
      try await ledger.importAppleFiles(["2.txt": Self.file("01/09/2025", units: 2)], for: nil)
      let newer = try await bridge("2025-01", .pacific, ledger)
      #expect(newer.last == "Apple's sales files - - - - - - - EUR 19980 EUR 11752")
      let older = try await bridge("2025-01", .pacific, ledger, knownAt: between)
      #expect(older == now)
    }
  }

  @Test func `each difference is named, and they add up`() async throws {
    try await with([
      "1.txt": Self.file("01/09/2025", proceeds: "5.88"),
      "2.txt": Self.file("01/20/2025", units: -1),
    ]) { ledger, files, folder in
      _ = try await files.run(folder: folder, recordingFor: nil)
      try await ledger.project()
      let found = try await bridge("2025-01", .pacific, ledger)
      #expect(
        found == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "not in the ledger 2025-01-20 com.example.month DEU refund - - - EUR -9990 EUR -5876",
          "estimated tax 2025-01-09 com.example.month DEU sale - - - EUR 0 EUR 4",
          "Apple's sales files - - - - - - - EUR 0 EUR 4",
        ])
    }
  }

  @Test func `a first purchase that Apple renewed is named with its units`() async throws {
    let file = Self.file("01/09/2025", units: 2, "Renewal")
    try await with(["1.txt": file]) { ledger, files, folder in
      _ = try await files.run(folder: folder, recordingFor: nil)
      try await ledger.project()
      let found = try await bridge("2025-01", .pacific, ledger)
      #expect(
        found == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "another amount 2025-01-09 com.example.month DEU sale Renewal 9990 1 EUR 9990 EUR 5876",
          "renewal instead of new 2025-01-09 com.example.month DEU sale Renewal 9990 1 EUR 0 EUR 0",
          "Apple's sales files - - - - - - - EUR 19980 EUR 11752",
        ])
    }
  }

  @Test func `a fiscal month ends with what Apple settled`() async throws {
    try await with(["day.txt": Self.file("01/09/2025"), "month.txt": Self.finance]) {
      ledger, files, folder in
      _ = try await files.run(folder: folder, recordingFor: nil)
      try await ledger.project()
      let found = try await bridge("2025-04", .fiscal, ledger)
      #expect(
        found == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "Apple's sales files - - - - - - - EUR 9990 EUR 5876",
          "settled at another time or rate - - - - - - - EUR - EUR -6",
          "Apple's settled files - - - - - - - EUR - EUR 5870",
        ])
    }
  }

  @Test func `a month without files is not compared`() async throws {
    try await with([:]) { ledger, _, _ in
      let found = try await bridge("2025-02", .pacific, ledger)
      #expect(
        found == [
          "the ledger - - - - - - - EUR 9990 EUR 5876",
          "no file of Apple's 2025-02-08 com.example.month DEU sale - - - EUR -9990 EUR -5876",
          "Apple's sales files - - - - - - - EUR 0 EUR 0",
        ])
    }
  }

  @Test func `a newer file of a day takes the place of the older one`() async throws {
    try await with(["1.txt": Self.file("01/09/2025", units: 7)]) { ledger, files, folder in
      _ = try await files.run(folder: folder, recordingFor: nil)
      try await ledger.project()
      try Data(Self.file("01/09/2025").utf8).write(to: URL(filePath: folder + "/2.txt"))
      #expect(
        try await files.run(folder: folder, recordingFor: nil) == [
          "1 file imported, 1 known already"
        ])
      try await ledger.project()
      #expect(try await bridge("2025-01", .pacific, ledger).count == 2)
    }
  }

  @Test func `a file that is no report is refused with its name`() async throws {
    try await with(["1.txt": "hello\n"]) { _, files, folder in
      let error = await #expect(throws: Failure.self) {
        try await files.run(folder: folder, recordingFor: nil)
      }
      #expect(error?.description.contains("1.txt: no line has the column names") == true)
    }
    try await with([:]) { _, files, folder in
      let error = await #expect(throws: WrongUsage.self) {
        try await files.run(folder: folder + "/none", recordingFor: nil)
      }
      #expect(error?.description.contains("--apple-files names a folder") == true)
    }
  }
}
