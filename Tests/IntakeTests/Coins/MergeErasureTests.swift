import EventStore
import Foundation
import Granting
import Intake
import Ledger
import TestSupport
import Testing

/// Erasures of accounts that were merged.
struct MergeErasureTests: MergeCase {
  @Test func `erasing the target erases both, and the guest alone cannot be erased`()
    async throws
  {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      _ = try await Self.merge(by: intake)
      func erase(_ account: AccountID) async throws -> ErasureOutcome {
        try await intake.erasures.erase(
          Self.reference(account), of: TestLedger.bundleID, in: .production)
      }
      #expect(try await erase(Self.guest) == .mergedInto)
      guard case .erased = try await erase(Self.anna) else {
        Issue.record("the target was not erased")
        return
      }
      let names = try await ledger.accounts.aliases(
        of: [Self.guest, Self.anna].map(Self.reference))
      #expect(names.allSatisfy { $0.isFreed && $0.leader == nil && $0.guests.isEmpty })
      let answer = try await intake.merges.undoMerge(
        of: Self.guest, into: Self.anna, of: TestLedger.bundleID, in: TestLedger.environments,
        author: "kim", reason: "late")
      // The erasure was one of Production; the merge in Sandbox stands.
      guard case .merged(let undone, _) = answer else {
        Issue.record("\(answer)")
        return
      }
      #expect(undone.map(\.environment) == [.sandbox])
    }
  }

  @Test func `a token of the guest is no way around the merge`() async throws {
    try await TestLedger.with { ledger in
      let token = UUID()
      _ = try await ledger.intake.tokens.register(
        token: token, for: Self.guest, of: TestLedger.bundleID, in: [.production])
      _ = try await Self.merge(by: ledger.intake)
      let name = Self.reference(AccountID(token.uuidString.lowercased()))
      let erasures = ledger.intake.erasures
      #expect(try await erasures.preview(of: name) == nil)
      let outcome = try await erasures.erase(name, of: TestLedger.bundleID, in: .production)
      #expect(outcome == .mergedInto)
      let aliases = try await ledger.accounts.aliases(
        of: [Self.guest, Self.anna].map(Self.reference) + [name])
      #expect(aliases.allSatisfy { $0.isKnown })
      let taken = try await erasures.preview(of: name, takingMerged: true)
      #expect(taken?.accounts == [Self.anna, Self.guest].map(Self.reference))
    }
  }

  @Test func `coins of an erased account do not come back under its name`() async throws {
    try await Self.withPack { ledger in
      try await ledger.grant()
      #expect(try await Self.balance(Self.guest, ledger) == 100)
      _ = try await ledger.intake.erasures.erase(
        Self.reference(Self.guest), of: TestLedger.bundleID, in: .production)
      _ = try await ledger.known(Self.guest)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [0, 0])
      _ = try await Self.merge(by: ledger.intake)
      #expect(try await Self.balances(ledger) == [0, 0])
      try await Self.append([Self.pack.refunded(40_000)], to: ledger)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [0, 0])
      let counts = try await Self.audit(ledger)
      #expect((counts.followed, counts.waiting) == (1, 0))
    }
  }

  @Test func `coins of a guest who was erased with the target are nobody's for ever`() async throws
  {
    try await Self.withPack { ledger in
      try await ledger.grant()
      _ = try await Self.merge(by: ledger.intake)
      for environment in [StoreEnvironment.production, .sandbox] {
        _ = try await ledger.intake.erasures.erase(
          AccountReference(environment, TestLedger.bundleID, Self.anna), of: TestLedger.bundleID,
          in: environment)
      }
      try await ledger.grant()
      #expect(try await Self.audit(ledger).followed == 1)
      for name in [Self.guest, Self.anna, "bert"] { _ = try await ledger.known(name) }
      let merged = try await Self.merge(into: "bert", key: "merge-2", by: ledger.intake)
      if case .rejected = merged { Issue.record("\(merged)") }
      try await Self.append([Self.pack.refunded(40_000)], to: ledger)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [0, 0])
      #expect(try await Self.balance("bert", ledger) == 0)
      let counts = try await Self.audit(ledger)
      #expect((counts.followed, counts.waiting) == (1, 0))
    }
  }

  @Test func `coins that were credited after the merge are nobody's after the erasure, too`()
    async throws
  {
    try await Self.withPack { ledger in
      _ = try await Self.merge(by: ledger.intake)
      try await ledger.grant()
      #expect(try await Self.balance(Self.anna, ledger) == 100)
      _ = try await ledger.intake.erasures.erase(
        Self.reference(Self.anna), of: TestLedger.bundleID, in: .production)
      _ = try await ledger.known(Self.guest)
      try await Self.append([Self.pack.bought(said: 3)], to: ledger)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [0, 0])
      #expect(try await Self.audit(ledger).followed == 1)
    }
  }
}
