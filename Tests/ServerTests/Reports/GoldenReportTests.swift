import EventStore
import Foundation
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// Every report in every format of text, as committed files. A change of one of them is a change that users see. The
/// bytes of workbooks are zlib's, and their cells are compared with CSV elsewhere.
///
/// `DAICHO_WRITE_GOLDEN=1` writes the files anew.
struct GoldenReportTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")
  private static let writes = ProcessInfo.processInfo.environment["DAICHO_WRITE_GOLDEN"] == "1"

  private static func formats(of name: ReportName) -> [ReportFormat] {
    name.specification.formats.filter { !$0.isBinary }
  }

  /// Two months of 9.99 EUR from 2025-01-10, a month of 1,500 JPY that is refunded on 2025-01-20, and a pack
  /// of 100 gems, of which the player spends 30.
  private func record(in ledger: TestLedger) async throws {
    var japanese = PaidMonths("4000")
    (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
    japanese.refunded = Instant(day: "2025-01-20")
    try await ledger.record(PaidMonths("3000").events(2) + japanese.events(1))
    _ = try await ledger.intake.catalogs.publish(
      Catalog(
        [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
        coins: ["gem": .daicho]), of: TestLedger.bundleID, validFrom: Instant(day: "2024-01-01"))
    var pack = GemPurchase("1")
    pack.boughtAt = Instant(day: "2025-01-15")
    try await ledger.record([pack.bought(), pack.owned(by: ledger.account("ann").reference)])
    try await ledger.grant()
    _ = try await ledger.intake.walletDecisions.ask(
      WalletCommand(.spend("gem", 30), key: "sword"), of: "ann", in: TestLedger.bundleID,
      environment: .production)
    try await ledger.project()
  }

  /// Returns a report without what differs each time: the position of the log and the moment of the cut.
  private func masked(_ text: String, _ report: Report) -> String {
    let known = report.knownAt.map(\.description) ?? "-"
    return text.replacing(report.position.description, with: "POSITION")
      .replacing(known, with: "KNOWN-AT")
  }

  @Test func `every report is as its file says, in every format of text`() async throws {
    try await TestLedger.with { ledger in
      try await record(in: ledger)
      let service = ReportService(pool: ledger.pool, log: ledger.log)
      let period = try #require(ReportingPeriod("2025-01", by: .pacific))
      for name in ReportName.allCases {
        var request = ReportRequest(name, of: TestLedger.bundleID)
        (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
        if name == .coins { request.to = Instant(day: "2100-01-01") }
        let report = try await service.report(request)
        for format in Self.formats(of: name) {
          let bytes = try ReportFile.bytes(report, as: format)
          try expect(
            masked(String(decoding: bytes, as: UTF8.self), report),
            in: "\(name.rawValue).\(format.rawValue)")
        }
      }
    }
  }

  private func expect(_ text: String, in file: String) throws {
    let url = Self.folder.appending(path: file)
    if Self.writes {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let golden = try String(contentsOf: url, encoding: .utf8)
    #expect(text == golden, "\(file)")
  }

  @Test func `a file has no two columns of one name`() throws {
    for name in ReportName.allCases {
      let file = Self.folder.appending(path: "\(name.rawValue).csv")
      let heads = try String(contentsOf: file, encoding: .utf8)
        .split(whereSeparator: \.isNewline)[0].split(separator: ",")
      #expect(Set(heads).count == heads.count, "\(name.rawValue)")
    }
  }

  @Test func `every file is of a report`() throws {
    let names = ReportName.allCases.flatMap { name in
      Self.formats(of: name).map { "\(name.rawValue).\($0.rawValue)" }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == names.sorted())
  }
}
