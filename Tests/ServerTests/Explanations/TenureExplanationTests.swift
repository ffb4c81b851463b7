import Foundation
import Ledger
import Projections
import TestSupport
import Testing

@testable import Server

struct TenureExplanationTests {
  /// Three months of service with a gap of 10 days and one of 120 days between them.
  @Test func `gaps are explained before the period that ends them`() async throws {
    try await TestLedger.with { ledger in
      let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
      let account = ledger.account(AccountID(token))
      var months = PaidMonths("3000")
      months.token = token
      _ = try await ledger.known(account.account)
      try await ledger.record(months.events(1))
      months.start = months.start + .seconds(10 * 86_400)
      try await ledger.record(months.events(1, from: 1))
      try await ledger.record(months.events(1, from: 6))
      let claim = ChainClaimed(
        chain: ChainID(.production, months.chain),
        account: account.reference, claimedAt: months.start)
      try await ledger.record([.account(.chainClaimed(claim))])
      try await ledger.project()
      let groups = try await ledger.reader.tenure.groups(
        of: account, at: Instant(day: "2025-08-01")
      ).value
      let group = try #require(groups.first)
      let lines = TenureExplanation(of: group, at: Instant(day: "2025-08-01")).lines
      let told = lines.filter { $0.hasPrefix("  a gap") || $0.hasPrefix("  3000") }
        .map { String($0.prefix { $0 != "T" }) }
      #expect(
        told == [
          "  3000100  2025-01-10",
          "  a gap of 10 days: not too long, so the accrued days were kept",
          "  3000101  2025-02-19",
          "  a gap of 120 days: too long, so the count began again at zero",
          "  3000106  2025-07-19",
        ])
    }
  }
}
