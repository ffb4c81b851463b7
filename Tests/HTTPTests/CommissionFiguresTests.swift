import EventStore
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

/// The amounts of commission beside the journals of all chains, and beside the proceeds.
struct CommissionFiguresTests {
  private static let end = Instant(day: "2026-05-01")

  private func request(_ name: ReportName) -> ReportRequest {
    var request = ReportRequest(name, of: TestLedger.bundleID)
    request.to = Self.end
    return request
  }

  /// Returns the journal of all events, in the order in which they were recorded.
  private func journal(_ ledger: TestLedger, _ chains: [OriginalTransactionID]) async throws
    -> JournalBook
  {
    var events = try await ledger.log.reading.shared()
    for chain in chains {
      events += try await ledger.reader.history.events(of: .chain(ChainID(.production, chain)))
    }
    var journal = JournalBook()
    for event in events.sorted(by: { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }) {
      journal.record(event)
    }
    return journal
  }

  @Test(arguments: 1...6)
  func `what was kept is the sum over the journals of every chain`(seed: UInt64) async throws {
    try await TestLedger.with { ledger in
      var lives = ServiceLives(seed: seed)
      let alone = ["3000", "3001", "3002"].map { PaidMonths($0) }
      for months in alone { try await ledger.record(months.events(14)) }
      try await ledger.live(&lives)
      let all = ServiceLives.chains + alone.map(\.chain)
      let entries = try await journal(ledger, all).entries.filter { $0.occurredAt < Self.end }
      let charges = entries.filter { $0.kind == .charge }
      let report = try await ledger.reports.report(request(.commission))
      func sum(_ entries: [JournalEntry], _ amount: (JournalAmounts) -> Int64) -> Int128 {
        entries.reduce(0) {
          $0 + ($1.kind == .charge || $1.kind == .reversal ? 1 : -1) * Int128(amount($1.amounts))
        }
      }
      #expect(
        try report.count("charges") == Int128(charges.reduce(0) { $0 + $1.count }), "seed \(seed)")
      for (column, entries, amount) in [
        ("price", charges, \.price), ("commission", charges, \.commission),
        ("netCommission", entries, \.commission), ("savedByTenure", entries, \.savedByTenure),
        ("lapseCost", entries, \.lapseCost),
      ] as [(String, [JournalEntry], KeyPath<JournalAmounts, Int64>)] {
        #expect(
          try report.sums(column) == ["EUR": sum(entries) { $0[keyPath: amount] }],
          "\(column), seed \(seed)")
      }
    }
  }

  /// Returns the sums of an amount by the texts of its dimensions.
  private func sums(
    _ report: Report, _ amount: String, by dimensions: Set<ReportDimension>
  ) throws -> [String: Int128] {
    let names = Set(dimensions.map(\.rawValue)).union(["currency"])
    let place = try #require(report.columns.firstIndex(of: amount))
    return report.rows.reduce(into: [:]) { sums, row in
      let key = zip(report.columns, row).filter { names.contains($0.0) }.map { "\($0.1)" }
      sums[key.joined(separator: " "), default: 0] += row[place].amount
    }.filter { $0.value != 0 }
  }

  @Test(arguments: 1...3)
  func `the net commission is that of the proceeds, however both are divided`(seed: UInt64)
    async throws
  {
    try await TestLedger.with { ledger in
      var lives = ServiceLives(seed: seed)
      var refunded = PaidMonths("3000")
      refunded.refunded = Instant(day: "2026-03-20")
      var japanese = PaidMonths("3001", of: "app-1")
      (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
      japanese.product = "com.example.other"
      var later = PaidMonths("3002", of: "app-1")
      later.start = Instant(day: "2026-03-10")
      try await ledger.record(refunded.events(14) + japanese.events(14) + later.events(2))
      try await ledger.live(&lives)
      _ = try await ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2026-04-01"), until: nil)
      try await ledger.project()
      let all: [ReportDimension] = ReportDimension.allCases
      for number in 0..<1 << all.count {
        let dimensions = Set(all.indices.filter { number & 1 << $0 != 0 }.map { all[$0] })
        for from in [nil, Instant(day: "2026-03-01")] {
          var asked = request(.commission)
          (asked.dimensions, asked.from) = (dimensions, from)
          let commission = try await ledger.reports.report(asked)
          var proceeds = request(.proceeds)
          (proceeds.dimensions, proceeds.from) = (dimensions, from)
          let net = try sums(commission, "netCommission", by: dimensions)
          #expect(
            try await net == sums(ledger.reports.report(proceeds), "commission", by: dimensions),
            "\(dimensions), seed \(seed)")
          #expect(!net.isEmpty)
        }
      }
    }
  }
}
