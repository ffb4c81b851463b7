import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

struct ErasureTests {
  private let token = "0f0e0d0c-0000-4000-8000-0123456789ab"
  private let june = Instant(day: "2026-06-01")
  private let july = Instant(day: "2026-07-01")

  private func notification(_ id: String, _ ledger: TestLedger) throws -> [UInt8] {
    try ledger.notification(
      "DID_RENEW",
      TestLedger.transaction(id, chain: "2000", from: june, to: july, signed: june, token: token))
  }

  private func erase(_ ledger: TestLedger) async throws -> AccountErased {
    try await erase(by: ledger.intake)
  }

  private func erase(by intake: Intake) async throws -> AccountErased {
    let outcome = try await intake.erasures.erase(
      AccountReference(.production, TestLedger.bundleID, AccountID(token)),
      of: TestLedger.bundleID, in: .production)
    guard case .erased(let erased) = outcome else { throw NotErased() }
    return erased
  }

  private struct NotErased: Error {}

  private func readable(_ ledger: TestLedger) async throws -> Int {
    let events = try await ledger.log.reading.events(
      of: .chain(ChainID(.production, "2000")), limit: 100)
    var count = 0
    for event in events where event.evidence == event.id {
      if case .received = try await ledger.log.evidence(of: event.id) { count += 1 }
    }
    return count
  }

  @Test func `what came after is forgotten by doing it again`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.intake.notifications.receive(notification: try notification("1", ledger))
      #expect(try await readable(ledger) == 1)
      #expect(try await erase(ledger).chains == ["2000"])
      #expect(try await readable(ledger) == 0)
      _ = try await ledger.intake.notifications.receive(notification: try notification("2", ledger))
      #expect(try await readable(ledger) == 1)
      #expect(try await erase(ledger).chains == ["2000"])
      #expect(try await readable(ledger) == 0)
    }
  }

  @Test func `a repetition without anything new takes no evidence of the next owner`() async throws
  {
    try await TestLedger.with { ledger in
      _ = try await ledger.intake.notifications.receive(notification: try notification("1", ledger))
      #expect(try await erase(ledger).chains == ["2000"])
      let jws = try ledger.authority.sign(
        payload: TestLedger.transaction("2", chain: "2000", from: june, to: july, signed: june))
      let posted = try await ledger.intake.transactions.receive(
        TransactionPost(account: "bert", signedTransactions: [jws]))
      #expect(posted.items[0].account == "bert")
      #expect(try await readable(ledger) == 1)
      #expect(try await erase(ledger).chains == [])
      #expect(try await readable(ledger) == 1)
    }
  }

  @Test func `a name is known though Apple named the account first`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.intake.notifications.receive(notification: try notification("1", ledger))
      let jws = try ledger.authority.sign(
        payload: TestLedger.transaction(
          "1", chain: "2000", from: june, to: july, signed: june, token: token))
      _ = try await ledger.intake.transactions.receive(
        TransactionPost(account: AccountID(token), signedTransactions: [jws]))
      let reference = AccountReference(.production, TestLedger.bundleID, AccountID(token))
      #expect(try await ledger.log.names(of: [reference]) == [reference: AccountID(token)])
    }
  }

  @Test func `of erasures at once each begins a generation of its own`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.known(AccountID(token))
      let other = try await ledger.another()
      let erased = try await withThrowingTaskGroup(of: AccountErased.self) { group in
        for number in 0..<6 {
          group.addTask { try await erase(by: number.isMultiple(of: 2) ? ledger.intake : other) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(erased.compactMap(\.generation).sorted() == Array(1...6))
    }
  }

  /// Otherwise the account would be known by the consent, and its name would be destroyed.
  @Test func `what is decided in the batch of an erasure is erased, whatever their order`()
    async throws
  {
    try await TestLedger.with { ledger in
      _ = try await ledger.known(AccountID(token))
      try await ledger.whileLanesAreLocked { log in
        // The writer waits for the lanes with a batch of its own, so the next two share a batch.
        let blocking = Task { try await ledger.known("bert") }
        try await ledger.waitUntilALaneIsAwaited()
        let erasing = Task { try await erase(ledger) }
        while log.unansweredCount < 2 { await Task.yield() }
        let consenting = Task {
          try await ledger.intake.consents.record(
            true, by: AccountID(token), of: TestLedger.bundleID, in: .production)
        }
        while log.unansweredCount < 3 { await Task.yield() }
        return Task {
          _ = try await (blocking.value, erasing.value, consenting.value)
        }
      }
      let reference = AccountReference(.production, TestLedger.bundleID, AccountID(token))
      #expect(try await ledger.log.names(of: [reference]) == [:])
      let aliases = try await ledger.accounts.aliases(of: [reference])[0]
      #expect(!aliases.isKnown)
      #expect(try await !ledger.accounts.consumptionConsent(of: reference).isGiven)
    }
  }
}
