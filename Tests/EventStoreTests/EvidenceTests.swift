import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

struct EvidenceTests {
  private let received = Evidence(Array("received".utf8))
  private let other = Evidence(Array("received again".utf8))

  private func append(_ evidence: Evidence, to ledger: TestLedger) async throws -> Appended {
    try await ledger.log.append(
      [NewEvent(.chain(.transactionObserved(.june)), evidence: evidence)])
  }

  @Test func `it comes back byte for byte, and none is kept for a duplicate`() async throws {
    try await TestLedger.with { ledger in
      let first = try await append(received, to: ledger).outcomes[0].id
      _ = try await append(other, to: ledger)
      #expect(try await ledger.log.evidence(of: first) == .received(received.bytes))
      #expect(try await ledger.count("select count(*) from evidence") == 1)
    }
  }

  @Test func `what is stored shows nothing of what was received`() async throws {
    try await TestLedger.with { ledger in
      _ = try await append(received, to: ledger)
      let shown = try await ledger.count(
        "select count(*) from evidence "
          + "where position(convert_to('received', 'UTF8') in sealed) > 0")
      #expect(shown == 0)
    }
  }

  @Test func `events of one lane that rest on the same bytes share them`() async throws {
    try await TestLedger.with { ledger in
      let facts = [TransactionFact.june, .august]
      let appended = try await ledger.log.append(
        facts.map { NewEvent(.chain(.transactionObserved($0)), evidence: received) })
      let second = try await ledger.log.reading.event(appended.outcomes[1].id)
      #expect(second?.evidence == appended.outcomes[0].id)
      #expect(try await ledger.count("select count(*) from evidence") == 1)
    }
  }

  @Test func `once the account is erased it cannot be read, and later evidence can`() async throws {
    try await TestLedger.with { ledger in
      let name = AccountName(.production, TestLedger.bundleID, "anna")
      let claim = ChainClaimed(
        chain: TransactionFact.june.chain,
        account: name.reference, claimedAt: TestLedger.now)
      let first = try await append(received, to: ledger).outcomes[0].id
      _ = try await ledger.log.append([NewEvent(.account(.chainClaimed(claim)))], names: [name])
      #expect(try await ledger.log.names(of: [name.reference]) == [name.reference: "anna"])

      let erased = AccountErased(
        environment: .production, bundleID: TestLedger.bundleID, account: name.reference,
        chains: [claim.chain.originalTransactionID], erasedAt: TestLedger.now)
      _ = try await ledger.log.append(
        [NewEvent(.account(.accountErased(erased)))], forgetting: erased.forgottenStreams)
      #expect(try await ledger.log.evidence(of: first) == .erased)
      #expect(try await ledger.log.names(of: [name.reference]) == [:])
      #expect(
        try await ledger.log.reading.event(first)?.event == .chain(.transactionObserved(.june)))

      let later = try await ledger.log.append(
        [
          NewEvent(.chain(.transactionObserved(.august)), evidence: other)
        ])
      #expect(try await ledger.log.evidence(of: later.outcomes[0].id) == .received(other.bytes))
      #expect(try await ledger.log.evidence(of: first) == .erased)
    }
  }

  @Test func `a decision destroys keys and names only with an event`() async throws {
    try await TestLedger.with { ledger in
      let name = AccountName(.production, TestLedger.bundleID, "anna")
      let claim = ChainClaimed(
        chain: TransactionFact.june.chain,
        account: name.reference, claimedAt: TestLedger.now)
      _ = try await ledger.log.append([NewEvent(.account(.chainClaimed(claim)))], names: [name])
      for (erases, names) in [(false, [name.reference: name.account]), (true, [:])] {
        let rule = ErasureAtWill(account: name.reference, erases: erases)
        _ = try await ledger.log.decide(
          rule, in: AggregateCache(of: ledger.log), forgetting: [rule.stream])
        #expect(try await ledger.log.names(of: [name.reference]) == names)
      }
    }
  }

  @Test func `a new master key opens the old until the keys are rewrapped`() async throws {
    try await TestLedger.with { ledger in
      let first = try await append(received, to: ledger).outcomes[0].id
      let old = try Keyring.generate(id: "old")
      let new = try Keyring.generate(id: "new")
      let before = try await EventLog(ledger.pool, keyring: Keyring(old))
      await #expect(throws: EvidenceError.unknownMasterKey("k1")) {
        _ = try await before.evidence(of: first)
      }
      let both = try await EventLog(ledger.pool, keyring: ledger.keyring(after: new))
      #expect(try await both.rewrapping.rewrapSome().rewrapped.count == 1)
      #expect(try await both.rewrapping.rewrapSome().rewrapped.isEmpty)
      let after = try await EventLog(ledger.pool, keyring: Keyring(new))
      #expect(try await after.evidence(of: first) == .received(received.bytes))
    }
  }
}

extension TransactionFact {
  /// Another transaction of the chain of `june`.
  fileprivate static let august = TransactionFact.subscription(
    "2001", from: Instant(day: "2026-08-01"), to: Instant(day: "2026-09-01"))
}

/// A decision that erases an account, or nothing.
private struct ErasureAtWill: Decider {
  let account: AccountReference
  let erases: Bool

  let bundleID = TestLedger.bundleID
  let environment = StoreEnvironment.production
  let initial = 0
  var stream: StreamID { .account(account) }

  func evolve(_ count: inout Int, with event: LedgerEvent) { count += 1 }

  func decide(on count: Int, at moment: Instant) -> (verdict: Int, events: [LedgerEvent]) {
    let erased = AccountErased(
      environment: environment, bundleID: bundleID, account: account, chains: [], generation: 1,
      erasedAt: moment)
    return (count, erases ? [.account(.accountErased(erased))] : [])
  }
}
