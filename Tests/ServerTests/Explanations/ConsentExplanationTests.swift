import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import Server

struct ConsentExplanationTests {
  @Test func `an account's explanation tells what it said last`() async throws {
    try await TestLedger.with { ledger in
      let account = ledger.account("anna")
      func line() async throws -> String? {
        let explanation = try await AccountExplanation(
          account, from: ledger.reader, at: TestLedger.now, knownAt: nil)
        return explanation.lines.drop { !$0.hasPrefix("Consent") }.dropFirst().first
      }
      try await ledger.project()
      #expect(try await line() == "  never given")
      for isGiven in [true, false] {
        _ = try await ledger.intake.consents.record(
          isGiven, by: "anna", of: TestLedger.bundleID, in: .production)
      }
      try await ledger.project()
      let rejected = try await line()
      #expect(rejected?.hasPrefix("  refused 2026-06-01T00:00:00.000Z") ?? false)
    }
  }
}
