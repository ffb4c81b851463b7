import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Registrations of one token by two requests at once.
struct TokenRaceTests {
  private static let token = UUID()

  private static func register(
    for account: AccountID, in environments: [StoreEnvironment], _ ledger: TestLedger
  ) async throws -> TokenOutcome {
    try await ledger.intake.tokens.register(
      token: token, for: account, of: TestLedger.bundleID, in: environments)
  }

  @Test func `the later one says where the token is another's, and has it elsewhere`() async throws
  {
    try await TestLedger.with { ledger in
      let outcomes = try await ledger.whileLanesAreLocked { log in
        let first = Task { try await Self.register(for: "anna", in: [.production], ledger) }
        while log.unansweredCount < 1 { await Task.yield() }
        // This one is checked before the first is recorded.
        let second = Task {
          try await Self.register(for: "bert", in: TestLedger.environments, ledger)
        }
        while log.unansweredCount < 2 { await Task.yield() }
        return Task { [try await first.value, try await second.value] }
      }
      guard case .registered = outcomes[0] else {
        Issue.record("\(outcomes[0])")
        return
      }
      #expect(outcomes[1] == .takenMeanwhile(in: [.production]))
      for (environment, account) in [(.production, "anna"), (.sandbox, "bert")]
        as [(StoreEnvironment, AccountID)]
      {
        let token = AccountID(Self.token.uuidString.lowercased())
        let name = AccountReference(environment, TestLedger.bundleID, token)
        let holder = AccountReference(environment, TestLedger.bundleID, account)
        #expect(try await ledger.accounts.aliases(of: [name])[0].aliasOf == holder)
      }
      // What was decided before is told as before.
      let again = try await Self.register(for: "bert", in: TestLedger.environments, ledger)
      #expect(again == .ofAnotherAccount(in: .production))
    }
  }
}
