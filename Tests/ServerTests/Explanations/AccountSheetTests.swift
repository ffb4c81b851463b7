import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import Server

/// The sheet of an account, which is told from an account that cannot be there.
struct AccountSheetTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  @Test func `an account that no event names is reported, and one that has nothing is shown`()
    async throws
  {
    try await TestLedger.with { ledger in
      let anna = try await ledger.known("anna")
      try await ledger.reader.names.requireNamed(anna)
      let told = try await AccountSheet(anna, from: ledger.reader).lines
      #expect(told == ["Account anna", "", "Aliases:", "  none", "", "Purchases:", "  none"])
      let error = await #expect(throws: Failure.self) {
        try await ledger.reader.names.requireNamed(ledger.account("ana"))
      }
      #expect(
        error?.description
          == "no event names the account ana of com.example.game in Production: check its "
          + "spelling, --app and --environment")
    }
  }

  @Test func `an account is named by a purchase under its token, and stays named when erased`()
    async throws
  {
    try await TestLedger.with { ledger in
      let bought = TestLedger.transaction(
        "2000", chain: "2000", from: Instant(day: "2026-05-15"), to: Instant(day: "2026-06-15"),
        token: Self.token)
      _ = try await ledger.intake.notifications.receive(
        notification: try ledger.notification("SUBSCRIBED", bought))
      try await ledger.project()
      try await ledger.reader.names.requireNamed(ledger.account(AccountID(Self.token)))
      let anna = try await ledger.known("anna")
      _ = try await ledger.intake.erasures.erase(
        anna.reference, of: TestLedger.bundleID, in: .production)
      try await ledger.project()
      try await ledger.reader.names.requireNamed(anna)
    }
  }
}
