import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Reservations of a guest before, during and after a merge.
struct MergedReservationTests: MergeCase {
  @Test func `the end of a reservation is told again, wherever a merge left it`() async throws {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      func end(_ action: WalletCommand.Action, _ key: IdempotencyKey) async throws -> WalletAnswer {
        try await Self.ask(action, key, of: Self.guest, by: intake)
      }
      try await Self.give(100, to: Self.guest, by: intake)
      try await Self.ask(.reserve(Self.gem, 40), "duel", of: Self.guest, by: intake)
      guard case .booked(let canceled) = try await end(.cancel("duel"), "1") else {
        Issue.record("the reservation was not canceled")
        return
      }
      _ = try await Self.merge(by: intake)
      try await Self.ask(.reserve(Self.gem, 30), "bid", of: Self.guest, by: intake)
      guard case .booked(let committed) = try await end(.commit("bid"), "1") else {
        Issue.record("the reservation was not committed")
        return
      }
      #expect(try await end(.cancel("duel"), "2") == .repeated(canceled))
      #expect(try await end(.commit("bid"), "2") == .repeated(committed))
      _ = try await Self.undo(by: intake)
      #expect(try await end(.cancel("duel"), "3") == .repeated(canceled))
      #expect(try await end(.commit("bid"), "3") == .repeated(committed))
      #expect(
        try await end(.cancel("bid"), "4") == .rejected(.reservationSettled(committed)))
      #expect(try await Self.balances(ledger) == [100, -30])
    }
  }

  /// Sixty gems were reserved for a second while the merge stood, by the database's clock. The coins are the player's
  /// again by themselves.
  @Test func `after an undo, what ended by itself under the merge is not canceled`() async throws {
    try await TestLedger.with { ledger in
      let intake = ledger.intake
      try await Self.give(100, to: Self.anna, by: intake)
      _ = try await Self.merge(by: intake)
      _ = try await intake.walletDecisions.ask(
        WalletCommand(.reserve(Self.gem, 60), key: "bid", expiresIn: .seconds(1)),
        of: Self.guest, in: TestLedger.bundleID, environment: .production)
      try await Task.sleep(for: .seconds(1.5))
      let later = ledger.intake(link: .firstWins, at: Instant(Date()))
      #expect(Self.rejection(try await Self.undo(by: later)) == nil)
      for action in [WalletCommand.Action.cancel("bid"), .commit("bid")] {
        let answer = try await Self.ask(action, "late", of: Self.guest, by: later)
        #expect(answer == .rejected(.reservationExpired))
      }
    }
  }
}
