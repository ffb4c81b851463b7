import Foundation
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The list of subscriptions beside Apple's files. Two customers have months of thirty days from
/// 2025-01-10 at midnight in UTC on, the 9th in California; one of them pays once, the other twice.
struct SubscriptionFindingsTests {
  private static let header = [
    "App Name", "App Apple ID", "Subscription Apple ID", "Customer Price", "Customer Currency",
    "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason", "Country",
    "Active Standard Price Subscriptions", "Billing Retry", "Grace Period",
  ].joined(separator: "\t")

  /// Returns a file of one row of months in Germany.
  private static func file(_ active: Int, number: String = "1500000001") -> String {
    let row = [
      "game", "1", number, "9.99", "EUR", "5.88", "EUR", "", "", "DE", "\(active)", "0", "0",
    ].joined(separator: "\t")
    return header + "\n" + row + "\n"
  }

  /// A file of the events of 8 February: a renewal, an end, a refund, and two of which the ledger has none.
  private static let events =
    ([
      [
        "Event Date", "Event", "App Apple ID", "Subscription Apple ID", "Preserved Pricing",
        "Proceeds Reason", "Consecutive Paid Periods", "Original Start Date", "Country", "Quantity",
      ]
    ]
    + ["Renew", "Cancel", "Refund", "Dance", "Dance"].map { event in
      [
        "2025-02-08", event, "1", "1500000001", "", "", "1", "2025-01-09", "DE", "1",
      ]
    }).map { $0.joined(separator: "\t") + "\n" }.joined()

  /// A sales file of January, which names Apple's number of the months.
  private static let sales = [
    [
      "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
      "Customer Currency", "Country Code", "Currency of Proceeds", "Apple Identifier",
      "Customer Price", "Parent Identifier", "Subscription", "Period", "Proceeds Reason",
      "Preserved Pricing",
    ],
    [
      "com.example.month", "IAY", "1", "5.88", "01/09/2025", "01/09/2025", "EUR", "DE", "EUR",
      "1500000001", "9.99", "game", "New", "1 Month", "", "",
    ],
  ].map { $0.joined(separator: "\t") + "\n" }.joined()

  /// Returns the list of February 2025 as texts.
  private static func list(_ files: [String: String]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "apple-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in the temporary folder
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    return try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2) + PaidMonths("4000").events(1))
      try await ledger.project()
      _ = try await ledger.appleFiles.run(folder: folder.path, recordingFor: nil)
      try await ledger.project()
      let period = try #require(ReportingPeriod("2025-02", by: .pacific))
      var request = ReportRequest(.reconciliation, of: TestLedger.bundleID)
      (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
      request.list = .subscriptions
      let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
      #expect(report.rows.allSatisfy { $0.count == report.columns.count })
      return report.rows.map { row in row.map(\.text).joined(separator: " ") }
        .filter { !$0.hasPrefix("no file of Apple's") }
    }
  }

  /// The second month of one customer begins on 9 February at midnight in UTC, the 8th in California: at
  /// the end of the 7th both are active. The files of the 7th and of the 6th are alike.
  @Test func `files that are alike are of two days, and a number that differs is named`()
    async throws
  {
    let found = try await Self.list([
      "sales.txt": Self.sales, "Subscription_1_20250206.txt": Self.file(2),
      "Subscription_1_20250207.txt": Self.file(2), "Subscription_1_20250208.txt": Self.file(2),
    ])
    #expect(
      found == [
        "the same SUBSCRIPTION - - - active 4 4",
        "different SUBSCRIPTION 2025-02-08 com.example.month DEU active 1 2",
      ])
  }

  /// The first customer renews on the 8th, when service of the other one ends. No refund is known.
  @Test func `events are compared by their names, and unknown ones are not`() async throws {
    let found = try await Self.list(["sales.txt": Self.sales, "events.txt": Self.events])
    #expect(
      found == [
        "the same SUBSCRIPTION_EVENT - - - canceled 1 1",
        "the same SUBSCRIPTION_EVENT - - - renewed 1 1",
        "different SUBSCRIPTION_EVENT 2025-02-08 com.example.month DEU refunded 0 1",
        "not compared SUBSCRIPTION_EVENT - - - Dance - 2",
      ])
  }

  @Test func `a product that no sales file names is not compared`() async throws {
    let found = try await Self.list(["Subscription_1_20250208.txt": Self.file(1)])
    #expect(
      found == [
        "not compared SUBSCRIPTION - 1500000001 - active - 1",
        "not compared SUBSCRIPTION - com.example.month - active 1 -",
      ])
  }

  @Test func `a file without a day in its name is refused with the remedy`() async throws {
    let error = await #expect(throws: Failure.self) {
      try await Self.list(["active.txt": Self.file(1)])
    }
    #expect(error?.description.contains("such as Subscription_1234_20260131.txt.gz") == true)
  }
}
