import ArgumentParser
import Foundation
import Server
import TestSupport
import Testing

@testable import CLI

/// The output of reports that are no text.
struct ReportOutputTests {
  @Test(arguments: [
    ("xlsx", true, true), ("xlsx", false, false), ("csv", true, false), ("table", true, false),
  ])
  func `a workbook is not written to a terminal`(
    format: String, isTerminal: Bool, isRefused: Bool
  ) throws {
    let command = try #require(
      try Daicho.parseAsRoot(["report", "sales", "--format", format]) as? ReportCommand)
    guard isRefused else {
      try command.checkOutput(isTerminal: isTerminal)
      return
    }
    let refused = #expect(throws: WrongUsage.self) {
      try command.checkOutput(isTerminal: isTerminal)
    }
    #expect(
      refused?.description == """
        --format xlsx is not for a terminal: write it to a file, as in daicho report sales --format xlsx > sales.xlsx
        """)
  }

  @Test func `a workbook is written to standard output`() async throws {
    try await TestLedger.with { ledger in
      let (code, output) = try await LedgerCommand(
        ["report", "journal", "--format", "xlsx"], on: ledger
      ) { _ in #"[{"bundleId":"\#(TestLedger.bundleID)"}]"# }.run()
      #expect(code == 0)
      let workbook = try ReadWorkbook(Array(output))
      #expect(workbook.heading[0][0].hasPrefix("journal of \(TestLedger.bundleID) in Production"))
    }
  }
}
