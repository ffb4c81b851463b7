import Foundation
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// What the heading of a report says about its time. January 2025 is closed, February is over, and 2099 is not.
struct ReportHeadingTests {
  private static let months = [
    ("2025-01", Report.State.closed), ("2025-02", .open), ("2099-01", .unfinished),
  ]

  /// Returns the bytes of a report of a month in each of its formats.
  private func files(
    _ name: ReportName, of month: String, by calendar: ReportingPeriod.Calendar,
    _ ledger: TestLedger
  ) async throws -> [(format: ReportFormat, text: String)] {
    var request = ReportRequest(name, of: TestLedger.bundleID)
    request.limit(to: try #require(ReportingPeriod(month, by: calendar)))
    let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
    return try name.specification.formats.map { format in
      (format, try text(try ReportFile.bytes(report, as: format), in: format))
    }
  }

  /// Returns the bytes as a text, of a workbook the lines of its heading.
  private func text(_ bytes: [UInt8], in format: ReportFormat) throws -> String {
    guard format.isBinary else { return String(decoding: bytes, as: UTF8.self) }
    return try ReadWorkbook(bytes).heading.map { $0.joined(separator: " ") }.joined(separator: "\n")
  }

  private func unit(of name: ReportName) -> String {
    switch name {
    case .coins: "coins"
    case .subscribers, .retention: "customers"
    default: "milliunits"
    }
  }

  private func expect(
    _ text: String, in format: ReportFormat, says state: String, _ month: String,
    _ calendar: String, of name: ReportName
  ) {
    let shown = calendar == "utc" ? "\(month), " : "\(month) (\(calendar)), "
    switch format {
    case .json:
      for part in [
        #""app":"com.example.game""#, #""period":"\#(month)""#, #""calendar":"\#(calendar)""#,
        #""periodState":"\#(state)""#, #""unit":"\#(unit(of: name))""#,
      ] { #expect(text.contains(part), "\(name) \(format) \(part)") }
    case .csv:
      let lines = text.split(separator: "\r\n")
      #expect(lines[0].contains(",report,app,period,calendar,periodState,unit,from,to,"))
      let cut =
        ",\(name.rawValue),com.example.game,\(month),\(calendar),\(state),\(unit(of: name)),"
      for line in lines.dropFirst() { #expect(line.contains(cut), "\(line)") }
    case .table, .xlsx, .hledger, .beancount:
      let heading = text.split(separator: "\n").prefix(2)
      #expect(
        heading[0].contains("\(name.rawValue) of com.example.game in Production, \(shown)"),
        "\(heading[0])")
      let counted =
        unit(of: name) == "milliunits" ? "amounts in units of the currency" : "in \(unit(of: name))"
      #expect(heading[1].contains(", \(state), \(counted)"), "\(heading[1])")
    }
  }

  @Test(arguments: [ReportingPeriod.Calendar.utc, .fiscal])
  func `every format names app, month, state and units`(
    calendar: ReportingPeriod.Calendar
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      try await ledger.project()
      let january = try #require(ReportingPeriod("2025-01", by: calendar))
      _ = try await ledger.close(january, by: "ada", forcedBecause: nil)
      for name in ReportName.allCases where name != .reconciliation || calendar == .fiscal {
        for (month, state) in Self.months {
          for (format, text) in try await files(name, of: month, by: calendar, ledger) {
            expect(text, in: format, says: state.rawValue, month, calendar.rawValue, of: name)
          }
        }
        for format in name.specification.formats {
          guard
            let kept = try await ReportService(pool: ledger.pool, log: ledger.log).kept(
              name, format.rawValue, of: january, TestLedger.bundleID, in: .production)
          else { continue }
          expect(
            try text(kept, in: format), in: format, says: "closed", "2025-01", calendar.rawValue,
            of: name)
        }
      }
    }
  }

  /// A close does not change what was known before it.
  @Test func `a month is open as known before its close`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let service = ReportService(pool: ledger.pool, log: ledger.log)
      let january = try #require(ReportingPeriod("2025-01", by: .utc))
      var request = ReportRequest(.sales, of: TestLedger.bundleID)
      request.limit(to: january)
      let before = try await service.report(request)
      #expect(before.state == .open)
      _ = try await ledger.close(january, by: "ada", forcedBecause: nil)
      #expect(try await service.report(request).state == .closed)
      request.knownAt = before.knownAt
      #expect(try await service.report(request).state == .open)
      request.knownAt = nil
      (request.from, request.to) = (nil, nil)
      #expect(try await service.report(request).state == .open)
      request.to = january.to + .milliseconds(1)
      #expect(try await service.report(request).state == .open)
      request.to = january.to + .milliseconds(-1)
      #expect(try await service.report(request).state == .closed)
    }
  }
}
