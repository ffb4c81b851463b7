import EventStore
import Ledger
import TestSupport
import Testing

@testable import Intake

/// Requests that were under way to the target of a merge when it was undone.
struct PassedMergeTests {
  private static let gem: Coin = "gem"
  private static let guest = AccountReference(.production, TestLedger.bundleID, "guest")
  private static let anna = AccountReference(.production, TestLedger.bundleID, "anna")

  /// Merges the guest, lets a request find the merge, and then changes what stands.
  private static func withRequestUnderWay(
    _ body: @Sendable (TestLedger, WalletRequest, PassedMerge) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ask(.adjust(gem, 50, reason: "gift", author: "kim"), "gift", ledger)
      try await merge(1, ledger)
      let request = WalletRequest(
        AccountName(.production, TestLedger.bundleID, "guest"), in: TestLedger.bundleID,
        environment: .production, WalletCommand(.spend(gem, 20), key: "sword"))
      guard case .merged(let merge) = try await verdict(on: request, ledger) else {
        Issue.record("the request does not find the merge")
        return
      }
      try await body(ledger, request, merge)
    }
  }

  @Test func `the target refuses it once the merge is undone`() async throws {
    try await Self.withRequestUnderWay { ledger, request, merge in
      try await Self.undo(ledger)
      let verdict = try await Self.verdict(on: request.passed(by: merge), ledger)
      #expect(verdict == .undone)
      #expect(try await Self.ask(.spend(Self.gem, 20), "sword", ledger).isBooked)
      #expect(try await Self.balance(Self.guest, ledger) == 30)
      #expect(try await Self.balance(Self.anna, ledger) == 0)
    }
  }

  @Test func `another merge of the same accounts is not the one that was found`() async throws {
    try await Self.withRequestUnderWay { ledger, request, merge in
      try await Self.undo(ledger)
      #expect(try await Self.ask(.spend(Self.gem, 20), "sword", ledger).isBooked)
      try await Self.merge(2, ledger)
      #expect(try await Self.verdict(on: request.passed(by: merge), ledger) == .undone)
      #expect(try await Self.balance(Self.anna, ledger) == 30)
    }
  }

  @Test func `a search of former targets holds only until the next merge`() async throws {
    try await Self.withRequestUnderWay { ledger, request, _ in
      try await Self.undo(ledger)
      let found = try await Self.verdict(on: request, ledger)
      #expect(found == .formerly([Self.anna], until: 3))
      try await Self.merge(2, ledger)
      #expect(try await Self.ask(.spend(Self.gem, 20), "sword", ledger).isBooked)
      try await Self.undo(ledger)
      let again = try await Self.verdict(on: request.searched(until: 3), ledger)
      #expect(again == .formerly([Self.anna], until: 5))
      #expect(!(try await Self.ask(.spend(Self.gem, 20), "sword", ledger).isBooked))
    }
  }

  @Test func `a key used at an earlier target is known at the next one`() async throws {
    try await Self.withRequestUnderWay { ledger, _, _ in
      #expect(try await Self.ask(.spend(Self.gem, 20), "sword", ledger).isBooked)
      try await Self.undo(ledger)
      _ = try await ledger.intake.merges.merge(
        "guest", into: "bert", of: TestLedger.bundleID, in: TestLedger.environments, key: "b")
      #expect(!(try await Self.ask(.spend(Self.gem, 20), "sword", ledger).isBooked))
      #expect(try await Self.balance(Self.anna, ledger) == -20)
    }
  }

  @Test func `coins of a grant are not credited to a target that is none any more`() async throws {
    try await Self.withRequestUnderWay { ledger, _, merge in
      try await Self.undo(ledger)
      let rule = GrantFollowing(
        account: Self.guest, bundleID: TestLedger.bundleID, environment: .production, statuses: [])
      let passed = rule.passed(by: merge, [])
      guard
        case .undone = try await ledger.log.decide(passed, in: ledger.intake.wallets.folds)
          .verdict
      else {
        Issue.record("the target follows the grants of an account that is not merged")
        return
      }
    }
  }

  private static func verdict(
    on request: WalletRequest, _ ledger: TestLedger
  ) async throws -> WalletRequest.Verdict {
    try await ledger.log.decide(request, in: ledger.intake.wallets.folds).verdict
  }

  @discardableResult
  private static func ask(
    _ action: WalletCommand.Action, _ key: IdempotencyKey, _ ledger: TestLedger
  ) async throws -> WalletAnswer {
    try await ledger.intake.walletDecisions.ask(
      WalletCommand(action, key: key), of: "guest", in: TestLedger.bundleID,
      environment: .production
    ).answer
  }

  private static func merge(_ number: Int, _ ledger: TestLedger) async throws {
    _ = try await ledger.intake.merges.merge(
      "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments,
      key: IdempotencyKey("merge \(number)"))
  }

  private static func undo(_ ledger: TestLedger) async throws {
    _ = try await ledger.intake.merges.undoMerge(
      of: "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments,
      author: "kim", reason: "ticket 9")
  }

  private static func balance(
    _ account: AccountReference, _ ledger: TestLedger
  ) async throws -> Int64 {
    try await ledger.intake.wallets.wallet(
      of: account, in: TestLedger.bundleID, environment: .production
    ).wallet.available(gem)
  }
}

extension WalletAnswer {
  fileprivate var isBooked: Bool {
    if case .booked = self { true } else { false }
  }
}
