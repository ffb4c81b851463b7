import EventStore
import Intake
import Ledger
import TestSupport
import Testing

/// Requests of wallets, decided under their lanes' locks.
struct WalletRequestTests {
  private let gem: Coin = "gem"

  private func ask(
    _ action: WalletCommand.Action, _ key: String, of ledger: TestLedger
  ) async throws -> WalletAnswer {
    try await ledger.intake.walletDecisions.ask(
      WalletCommand(action, key: IdempotencyKey(key)), of: "player-1", in: TestLedger.bundleID,
      environment: .production
    ).answer
  }

  private func give(_ amount: Int64, in ledger: TestLedger) async throws {
    let answer = try await ask(
      .adjust(gem, amount, reason: "test", author: "test"), "gift", of: ledger)
    guard case .booked = answer else {
      Issue.record("the gift was not booked: \(answer)")
      return
    }
  }

  @Test func `a key is answered with the same entry, and no other request`() async throws {
    try await TestLedger.with { ledger in
      try await give(100, in: ledger)
      let first = try await ask(.spend(gem, 30), "a", of: ledger)
      guard case .booked(let entry) = first else {
        Issue.record("\(first)")
        return
      }
      #expect(entry.balance == 70)
      #expect(try await ask(.spend(gem, 30), "a", of: ledger) == .repeated(entry))
      #expect(try await ask(.spend(gem, 31), "a", of: ledger) == .conflict(entry))
      #expect(
        try await ask(.spend(gem, 71), "b", of: ledger)
          == .rejected(.insufficientCoins(balance: 70)))
    }
  }

  @Test func `spends at once from two processes never spend more than there is`() async throws {
    try await TestLedger.with { ledger in
      try await give(100, in: ledger)
      let other = try await ledger.another()
      let answers = try await withThrowingTaskGroup(of: WalletAnswer.self) { group in
        for number in 0..<150 {
          for intake in [ledger.intake, other] {
            group.addTask {
              try await intake.walletDecisions.ask(
                WalletCommand(.spend("gem", 1), key: IdempotencyKey("spend \(number)")),
                of: "player-1", in: TestLedger.bundleID, environment: .production
              ).answer
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let booked = answers.filter { if case .booked = $0 { true } else { false } }
      #expect(booked.count == 100)
      let spent = try await ledger.count(
        "select count(*) from event where type = 12"
      )
      #expect(spent == 101)
    }
  }

  /// The key of a movement in the log belongs to the name of the account, not to one of its lives.
  @Test func `a key from before the erasure of its account is never booked again`() async throws {
    try await TestLedger.with { ledger in
      try await give(100, in: ledger)
      guard case .booked = try await ask(.spend(gem, 30), "sword", of: ledger) else {
        Issue.record("the sword was not booked")
        return
      }
      let reference = AccountReference(.production, TestLedger.bundleID, "player-1")
      _ = try await ledger.intake.erasures.erase(
        reference, of: TestLedger.bundleID, in: .production)
      let gift = WalletCommand.Action.adjust(gem, 50, reason: "test", author: "test")
      guard case .booked(let entry) = try await ask(gift, "welcome", of: ledger) else {
        Issue.record("the new gift was not booked")
        return
      }
      #expect(entry.balance == 50)
      let other = try await ledger.another()
      for intake in [ledger.intake, other] {
        let answer = try await intake.walletDecisions.ask(
          WalletCommand(.spend(gem, 30), key: "sword"), of: "player-1", in: TestLedger.bundleID,
          environment: .production
        ).answer
        #expect(answer == .rejected(.keyUsedBeforeErasure))
      }
      let spent = try await ask(.spend(gem, 30), "shield", of: ledger)
      guard case .booked(let entry) = spent else {
        Issue.record("\(spent)")
        return
      }
      #expect(entry.balance == 20)
    }
  }

  @Test func `a later decision by another process is seen`() async throws {
    try await TestLedger.with { ledger in
      try await give(10, in: ledger)
      let other = try await ledger.another()
      for number in 0..<5 {
        let intake = number % 2 == 0 ? ledger.intake : other
        let answer = try await intake.walletDecisions.ask(
          WalletCommand(.spend("gem", 2), key: IdempotencyKey("\(number)")), of: "player-1",
          in: TestLedger.bundleID, environment: .production
        ).answer
        guard case .booked(let entry) = answer else {
          Issue.record("\(answer)")
          return
        }
        #expect(entry.number == number + 2)
        #expect(entry.balance == Int64(8 - 2 * number))
      }
    }
  }
}
