import EventStore
import Foundation
import Granting
import Intake
import Ledger
import TestSupport
import Testing

/// Merges of a guest into a player's account, and their undo, with exact sums.
struct MergeTests: MergeCase {
  @Test func `a whole balance follows, and an undo moves exactly the same amount back`()
    async throws
  {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      try await Self.give(100, to: Self.guest, by: intake)
      try await Self.give(30, to: Self.anna, by: intake)
      #expect(Self.rejection(try await Self.merge(by: intake)) == nil)
      #expect(try await Self.balances(ledger) == [130, 130])
      try await Self.ask(.spend(Self.gem, 120), "sword", of: Self.guest, by: intake)
      #expect(try await Self.balances(ledger) == [10, 10])
      #expect(Self.rejection(try await Self.undo(by: intake)) == nil)
      #expect(try await Self.balances(ledger) == [100, -90])
      // The second merge takes the debt along the other way.
      let back = try await Self.merge(Self.anna, into: Self.guest, key: "merge-2", by: intake)
      #expect(Self.rejection(back) == nil)
      #expect(try await Self.balances(ledger) == [10, 10])
    }
  }

  @Test func `a merge is one event in each stream, once for its key`() async throws {
    try await TestLedger.with { ledger in
      let first = try await Self.merge(by: ledger.intake)
      let again = try await Self.merge(by: try await ledger.another())
      guard case .merged(let merged, let position) = first,
        case .merged(let repeated, let repeatedPosition) = again
      else {
        Issue.record("\(first) \(again)")
        return
      }
      #expect(merged.map(\.environment) == [.production, .sandbox])
      #expect(merged.allSatisfy { !$0.isRepeated } && repeated.allSatisfy { $0.isRepeated })
      #expect(merged.map(\.merge) == repeated.map(\.merge))
      #expect(position == repeatedPosition, "whoever reads after a repeated answer sees the merge")
      #expect(try await ledger.count("select count(*) from event where type = 24") == 4)
      // The merge stands: another key gets the first answer.
      let other = try await Self.merge(key: "merge-2", by: ledger.intake)
      guard case .merged(let standing, let standingPosition) = other else {
        Issue.record("\(other)")
        return
      }
      #expect(standing == repeated && standingPosition == position)
      #expect(try await ledger.count("select count(*) from event where type = 24") == 4)
    }
  }

  @Test func `an account that no write ever named is not merged, and names nobody`() async throws {
    try await TestLedger.with { ledger in
      let outcome = try await ledger.intake.merges.merge(
        "nobody", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments,
        key: "merge-1")
      #expect(Self.rejection(outcome) == .unknownAccount([.production, .sandbox]))
      #expect(try await ledger.count("select count(*) from event") == 0)
      // A write in one environment is enough, and an erasure forgets it.
      _ = try await ledger.intake.names.makeKnown(
        "nobody", of: TestLedger.bundleID, in: [.sandbox])
      let known = try await ledger.intake.merges.merge(
        "nobody", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments,
        key: "merge-1")
      #expect(Self.rejection(known) == nil)
    }
  }

  @Test func `a key belongs to the name in the request, before, during and after a merge`()
    async throws
  {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      func spend(_ key: IdempotencyKey, by account: AccountID) async throws -> WalletAnswer {
        try await Self.ask(.spend(Self.gem, 10), key, of: account, by: intake)
      }
      func isBooked(_ answer: WalletAnswer) -> Bool {
        if case .booked = answer { true } else { false }
      }
      func isRepeated(_ answer: WalletAnswer) -> Bool {
        if case .repeated = answer { true } else { false }
      }
      try await Self.give(100, to: Self.guest, by: intake)
      try await Self.give(100, to: Self.anna, by: intake)
      #expect(isBooked(try await spend("before", by: Self.guest)))
      _ = try await Self.merge(by: intake)
      #expect(isRepeated(try await spend("before", by: Self.guest)))
      #expect(isBooked(try await spend("before", by: Self.anna)))
      #expect(isBooked(try await spend("during", by: Self.guest)))
      #expect(isBooked(try await spend("during", by: Self.anna)))
      #expect(isRepeated(try await spend("during", by: Self.guest)))
      _ = try await Self.undo(by: intake)
      #expect(isRepeated(try await spend("during", by: Self.guest)))
      #expect(isRepeated(try await spend("before", by: Self.guest)))
      #expect(isBooked(try await spend("after", by: Self.guest)))
      // 90 of the guest came and went; anna paid three times meanwhile: 100 - 30.
      #expect(try await Self.balances(ledger) == [80, 70])
    }
  }

  @Test func `reservations must be settled first, on both sides of a merge`() async throws {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      try await Self.give(100, to: Self.guest, by: intake)
      try await Self.ask(.reserve(Self.gem, 40), "duel", of: Self.guest, by: intake)
      #expect(Self.rejection(try await Self.merge(by: intake)) == .openReservations)
      #expect(try await Self.balances(ledger) == [60, 0])
      try await Self.ask(.cancel("duel"), "no duel", of: Self.guest, by: intake)
      #expect(Self.rejection(try await Self.merge(by: intake)) == nil)
      try await Self.ask(.reserve(Self.gem, 40), "second", of: Self.guest, by: intake)
      #expect(Self.rejection(try await Self.undo(by: intake)) == .openReservations)
      try await Self.ask(.commit("second"), "won", of: Self.guest, by: intake)
      #expect(Self.rejection(try await Self.undo(by: intake)) == nil)
      #expect(try await Self.balances(ledger) == [100, -40])
    }
  }

  @Test func `a request repeated after the undo merges nothing again`() async throws {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      try await Self.give(100, to: Self.guest, by: intake)
      _ = try await Self.merge(by: intake)
      _ = try await Self.undo(by: intake)
      guard case .merged(let repeated, _) = try await Self.merge(by: intake) else {
        Issue.record("the repeated request was rejected")
        return
      }
      #expect(repeated.map(\.isRepeated) == [true, true])
      #expect(try await Self.balances(ledger) == [100, 0])
      #expect(Self.rejection(try await Self.merge("bert", by: intake)) == .keyReused)
    }
  }

  @Test func `an account is once merged or once a target, never both`() async throws {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      func rejection(_ from: AccountID, into: AccountID) async throws -> MergeRejection? {
        Self.rejection(try await Self.merge(from, into: into, key: "another", by: intake))
      }
      #expect(try await rejection("anna", into: "anna") == .sameAccount)
      #expect(Self.rejection(try await Self.undo(by: intake)) == .notMerged)
      _ = try await Self.merge(by: intake)
      #expect(try await rejection("anna", into: "bert") == .isTarget)
      #expect(try await rejection("guest", into: "bert") == .alreadyMerged)
      #expect(try await rejection("bert", into: "guest") == .alreadyMerged)
      #expect(try await rejection("anna", into: "guest") == .alreadyMerged)
      _ = try await Self.undo(by: intake)
      #expect(try await rejection("anna", into: "bert") == nil)
    }
  }

  @Test func `a refund after the merge is taken from the target`() async throws {
    try await Self.withPack { ledger in
      try await ledger.grant()
      _ = try await Self.merge(by: ledger.intake)
      #expect(try await Self.balances(ledger) == [100, 100])
      try await Self.append([Self.pack.refunded(40_000)], to: ledger)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [60, 60])
      _ = try await Self.undo(by: ledger.intake)
      // Exactly the 100 of the merge go back; the 40 were taken from anna.
      #expect(try await Self.balances(ledger) == [100, -40])
      try await Self.append([Self.pack.refunded(after: 3)], to: ledger)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [40, -40])
      let counts = try await Self.audit(ledger)
      #expect((counts.followed, counts.waiting) == (1, 0))
    }
  }

  @Test func `a grant made before and credited after the merge goes back to the guest`()
    async throws
  {
    try await Self.withPack { ledger in
      let granted = Self.pack.granted(100, to: Self.reference(Self.guest))
      try await Self.append([granted], to: ledger)
      _ = try await Self.merge(by: ledger.intake)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [100, 100])
      _ = try await Self.undo(by: ledger.intake)
      #expect(try await Self.balances(ledger) == [100, 0])
      try await ledger.granter.retryWaiting()
      let counts = try await Self.audit(ledger)
      #expect((counts.followed, counts.waiting) == (1, 0))
      #expect(try await Self.balances(ledger) == [100, 0])
    }
  }

  @Test func `a grant made during the merge stays with the target`() async throws {
    try await Self.withPack { ledger in
      _ = try await Self.merge(by: ledger.intake)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [100, 100])
      _ = try await Self.undo(by: ledger.intake)
      #expect(try await Self.balances(ledger) == [0, 100])
      try await Self.append([Self.pack.refunded()], to: ledger)
      try await ledger.grant()
      #expect(try await Self.balances(ledger) == [0, 0])
      let counts = try await Self.audit(ledger)
      #expect((counts.followed, counts.waiting) == (1, 0))
    }
  }

  @Test func `sums stay exact while three processes merge, undo and spend at once`()
    async throws
  {
    try await TestLedger.with(lanes: 4) { ledger in
      let intakes = [ledger.intake, try await ledger.another(), try await ledger.another()]
      try await Self.give(1_000, to: Self.guest, by: intakes[0])
      try await Self.give(1_000, to: Self.anna, by: intakes[0])
      let answers = try await withThrowingTaskGroup(of: (String, WalletAnswer).self) { group in
        for number in 0..<60 {
          for account in [Self.guest, Self.anna] {
            let intake = intakes[number % 3]
            for _ in 0..<2 {  // each request is sent twice
              group.addTask {
                let key = IdempotencyKey("spend \(number)")
                let answer = try await Self.ask(
                  .spend(Self.gem, 1), key, of: account, by: intake)
                return ("\(account.rawValue) \(number)", answer)
              }
            }
          }
        }
        for round in 0..<6 {
          let key = IdempotencyKey("merge \(round)")
          _ = try await Self.merge(key: key, by: intakes[round % 3])
          _ = try await Self.undo(by: intakes[(round + 1) % 3])
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let booked = answers.filter { if case .booked = $0.1 { true } else { false } }
      #expect(booked.count == 120)
      #expect(Set(booked.map(\.0)).count == 120)
      let standing = try await ledger.accounts.aliases(of: [Self.reference(Self.guest)])[0]
      #expect(standing.mergedInto == nil)
      #expect(try await Self.balances(ledger).reduce(0, +) == 1_880)
    }
  }

  @Test func `a merge whose connections are killed is made once, with exact sums`() async throws {
    try await TestLedger.with(lanes: 4) { ledger in
      try await Self.give(1_000, to: Self.guest, by: ledger.intake)
      try await Self.give(500, to: Self.anna, by: ledger.intake)
      for round in 0..<8 {
        let killer = Task {
          for _ in 0..<4 {
            try await Task.sleep(for: .milliseconds(Int64.random(in: 0...6)))
            _ = try await ledger.count(
              """
              select count(pg_terminate_backend(pid)) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()
              """)
          }
        }
        let key = IdempotencyKey("merge \(round)")
        let spend = IdempotencyKey("spend \(round)")
        _ = try await Self.persisting { try await Self.merge(key: key, by: ledger.intake) }
        _ = try await Self.persisting {
          try await Self.ask(.spend(Self.gem, 10), spend, of: Self.guest, by: ledger.intake)
        }
        _ = try await Self.persisting { try await Self.undo(by: ledger.intake) }
        _ = await killer.result
        let sums = try await Self.persisting { try await Self.balances(ledger) }
        #expect(sums == [1_000, 500 - 10 * Int64(round + 1)])
      }
      // A merge and an undo, in two streams of two environments, eight times.
      #expect(try await ledger.count("select count(*) from event where type = 24") == 64)
    }
  }

  /// Repeats a request until it is answered, as a client does whose connection breaks.
  private static func persisting<Answer>(
    _ request: () async throws -> Answer
  ) async throws -> Answer {
    for _ in 0..<200 {
      do { return try await request() } catch {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    return try await request()
  }
}
