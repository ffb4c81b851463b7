import Foundation
import Intake
import Ledger
import TestSupport
import Testing

@testable import Reports

/// The journal as a file of plain text accounting, with the real programs that read it.
struct PlainTextBooksTests {
  /// A month of 9.99 EUR begins on 2025-01-10 in Germany, and one of 1,500 JPY in Japan, which is refunded
  /// on 01-20.
  private func withBooks(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      var japanese = PaidMonths("4000")
      (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
      japanese.refunded = Instant(day: "2025-01-20")
      japanese.product = "com.example.\"year\""
      try await service.ledger.record(PaidMonths("3000").events(1) + japanese.events(1))
      try await service.ledger.project()
      try await body(service)
    }
  }

  private func books(
    _ format: String, to end: String = "2025-02-01", of service: TestService
  ) async throws -> String {
    let answer = try await service.get(
      "/v1/reports/journal?from=2025-01-01&to=\(end)&format=\(format)")
    try #require(answer.status == 200, "\(answer.body)")
    return answer.body
  }

  /// The tax of 1,500,000 is 136,364 and the commission on the rest 409,091. On 02-01 22 of 30 days of
  /// the German month are earned. Of the Japanese one 10 days were earned before the refund, which gives
  /// back 1,000,000 that were not.
  @Test func `hledger reads the journal`() async throws {
    try await withBooks { service in
      let text = try await books("hledger", of: service)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines.dropFirst(3).joined(separator: "\n") == """
          account Assets:Apple:Receivable
          account Assets:Apple:Settled
          account Expenses:Apple:Commission
          account Expenses:Apple:Estimated-Tax
          account Income:Refunds
          account Income:Sales
          account Income:Upgrades
          account Liabilities:Deferred-Revenue
          commodity 1.000 EUR
          commodity 1.000 JPY

          2025-01-10 * charge of com.example."year" in JPN
              Expenses:Apple:Commission  409.091 JPY
              Liabilities:Deferred-Revenue  -1500.000 JPY
              Assets:Apple:Receivable  954.545 JPY
              Expenses:Apple:Estimated-Tax  136.364 JPY

          2025-01-10 * charge of com.example.month in DEU
              Expenses:Apple:Commission  2.519 EUR
              Liabilities:Deferred-Revenue  -9.990 EUR
              Assets:Apple:Receivable  5.876 EUR
              Expenses:Apple:Estimated-Tax  1.595 EUR

          2025-01-20 * refund of com.example."year" in JPN
              Expenses:Apple:Commission  -409.091 JPY
              Assets:Apple:Receivable  -954.545 JPY
              Income:Refunds  1500.000 JPY
              Expenses:Apple:Estimated-Tax  -136.364 JPY

          2025-01-31 * recognition of com.example."year" in JPN
              Liabilities:Deferred-Revenue  1500.000 JPY
              Income:Refunds  -1000.000 JPY
              Income:Sales  -500.000 JPY

          2025-01-31 * recognition of com.example.month in DEU
              Liabilities:Deferred-Revenue  7.326 EUR
              Income:Sales  -7.326 EUR


          """)
      guard let hledger = Self.program("hledger", "DAICHO_HLEDGER") else { return }
      let file = try Self.file(text, "books.journal")
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(try Self.run(hledger, ["check", "--strict", "-f", file.path]) == "")
      // The closing of deferred revenue, as the report has it: 9,990 - 7,326.
      #expect(
        try Self.run(
          hledger, ["balance", "-f", file.path, "-N", "Liabilities", "--format", "%(total)"]
        ).trimmingCharacters(in: .whitespacesAndNewlines) == "-2.664 EUR")
    }
  }

  @Test func `beancount reads the journal`() async throws {
    try await withBooks { service in
      let text = try await books("beancount", of: service)
      #expect(text.contains("2008-07-10 open Liabilities:Deferred-Revenue\n"))
      #expect(text.contains("2025-01-10 * \"charge of com.example.\\\"year\\\" in JPN\"\n"))
      guard let check = Self.program("bean-check", "DAICHO_BEAN_CHECK") else { return }
      let balances = """
        2025-02-01 balance Liabilities:Deferred-Revenue  -2.664 EUR
        2025-02-01 balance Liabilities:Deferred-Revenue  0.000 JPY
        2025-02-01 balance Income:Refunds  500.000 JPY
        2025-02-01 balance Income:Sales  -500.000 JPY
        2025-02-01 balance Assets:Apple:Receivable  5.876 EUR

        """
      let file = try Self.file(text + balances, "books.beancount")
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(try Self.run(check, ["--no-cache", file.path]) == "")
    }
  }

  /// Apple settles 5.870 EUR of the German month on 2025-02-01, and 100 USD that no customer paid.
  @Test func `both programs read what Apple settled`() async throws {
    try await withBooks { service in
      let settlement = SettledMonth(
        days: try #require(FiscalMonth("2025-04")).days, file: Digest(of: [1]),
        amounts: [
          SettledMonth.Place("com.example.month", in: "DEU", "EUR"): 5_870,
          SettledMonth.Place("com.example.month", in: "TUR", "USD"): 100_000,
        ])
      _ = try await service.ledger.intake.settlements.record([settlement], of: TestLedger.bundleID)
      try await service.ledger.project()
      let hledgerText = try await books("hledger", to: "2025-03-01", of: service)
      #expect(
        hledgerText.contains(
          """
          2025-02-01 * settlement of com.example.month in DEU
              Assets:Apple:Receivable  -5.870 EUR
              Assets:Apple:Settled  5.870 EUR

          2025-02-01 * settlement of com.example.month in TUR
              Assets:Apple:Receivable  -100.000 USD
              Assets:Apple:Settled  100.000 USD


          """))
      if let hledger = Self.program("hledger", "DAICHO_HLEDGER") {
        let file = try Self.file(hledgerText, "settled.journal")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Self.run(hledger, ["check", "--strict", "-f", file.path]) == "")
      }
      guard let check = Self.program("bean-check", "DAICHO_BEAN_CHECK") else { return }
      let balances = """
        2025-03-01 balance Assets:Apple:Receivable  0.006 EUR
        2025-03-01 balance Assets:Apple:Receivable  -100.000 USD
        2025-03-01 balance Assets:Apple:Settled  5.870 EUR
        2025-03-01 balance Assets:Apple:Settled  100.000 USD

        """
      let text = try await books("beancount", to: "2025-03-01", of: service)
      let file = try Self.file(text + balances, "settled.beancount")
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(try Self.run(check, ["--no-cache", file.path]) == "")
    }
  }

  @Test func `other reports have no such format`() async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/reports/sales?format=hledger")
      #expect(answer.status == 400)
      #expect(answer.body.contains("`format` must be table, json, csv"))
    }
  }

  @Test func `finance names the accounts`() throws {
    let chart = try ChartOfAccounts(json: Data(#"{"revenue": "Income:App-Store:2026"}"#.utf8))
    #expect(chart.name(of: .revenue) == "Income:App-Store:2026")
    #expect(chart.name(of: .refunds) == "Income:Refunds")
  }

  @Test(arguments: [
    (
      #"{"sales": "Income:Sales"}"#,
      "sales is no account: name some of receivable, settled, commission"
    ),
    (#"{"revenue": "Sales"}"#, "revenue must be named by parts joined by colons"),
    (#"{"revenue": "Income:my sales"}"#, "revenue must be named by parts"),
    (#"{"revenue": 1}"#, "the accounts must be a JSON object of texts"),
  ])
  func `a name that is none is refused with what would be right`(json: String, detail: String) {
    let fault = #expect(throws: ChartOfAccounts.Fault.self) {
      try ChartOfAccounts(json: Data(json.utf8))
    }
    #expect(fault?.description.hasPrefix(detail) == true)
  }

  /// Returns the path of a program: the one that the environment names, or one on the PATH. Nil, with a
  /// line that says so, if this machine has none.
  private static func program(_ name: String, _ variable: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    let found = ([environment[variable]].compactMap(\.self) + folders)
      .first(where: FileManager.default.isExecutableFile)
    if found == nil { print("\(name) is not installed here: its check is skipped") }
    return found
  }

  private static func file(_ text: String, _ name: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "daicho-\(UUID().uuidString)-\(name)")
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Runs a program. Returns what it printed.
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
