import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

/// A master key that was lost, and another file that took its id.
struct KeyLossTests {
  private static let anna = AccountName(.production, TestLedger.bundleID, "anna")

  private static func buy(
    _ id: TransactionID, _ log: EventLog, at day: Int
  ) async throws -> EventID {
    let pack = GemPurchase(id)
    let posted = ChainClaimed(
      chain: pack.chain, account: anna.reference,
      claimedAt: TestLedger.now + .seconds(day * 86_400))
    let appended = try await log.append(
      [
        NewEvent(pack.bought(), evidence: Evidence(Array("receipt \(id)".utf8))),
        NewEvent(.account(.chainClaimed(posted))),
      ], names: [anna])
    return appended.outcomes[0].id
  }

  @Test func `its streams go on with other keys, and the evidence counts as lost`() async throws {
    try await TestLedger.with { ledger in
      let first = try await Self.buy("1", ledger.log, at: 0)
      let keyring = try Keyring(Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      // Of the chain of the first purchase and of anna nothing more can be sealed.
      await #expect(throws: EvidenceError.unknownMasterKey("k1")) {
        try await Self.buy("2", log, at: 1)
      }
      let loss = KeyLoss(of: "k1", ledger.pool, keyring: keyring)
      #expect(try await loss.count() == 2)
      #expect(try await loss.putAside() == 2)
      #expect(try await loss.count() == 0)
      #expect(try await loss.putAside() == 0)
      let second = try await Self.buy("2", log, at: 1)
      #expect(try await log.evidence(of: first) == .lost)
      #expect(try await log.evidence(of: second) == .received(Array("receipt 2".utf8)))
      #expect(try await log.names(of: [Self.anna.reference]) == [Self.anna.reference: "anna"])
    }
  }

  @Test func `only keys that do not open are put aside`() async throws {
    try await TestLedger.with { ledger in
      let first = try await Self.buy("1", ledger.log, at: 0)
      // Another host with a file of its own, under the same id.
      let other = try Keyring(Keyring.generate(id: "k1"))
      let pack = GemPurchase("2")
      let second = try await EventLog(ledger.pool, keyring: other).append(
        [NewEvent(pack.bought(), evidence: Evidence(Array("receipt 2".utf8)))]).outcomes[0].id
      let loss = KeyLoss(of: "k1", ledger.pool, keyring: ledger.keyring)
      #expect(try await loss.putAside() == 1)
      #expect(try await ledger.log.evidence(of: first) == .received(Array("receipt 1".utf8)))
      #expect(try await ledger.log.evidence(of: second) == .lost)
    }
  }

  @Test func `an erasure destroys what was put aside, and the evidence counts as erased`()
    async throws
  {
    try await TestLedger.with { ledger in
      let first = try await Self.buy("1", ledger.log, at: 0)
      let keyring = try Keyring(Keyring.generate(id: "k2"))
      _ = try await KeyLoss(of: "k1", ledger.pool, keyring: keyring).putAside()
      #expect(
        try await ledger.count("select count(*) from lost_data_key where sealed_name is not null")
          == 1)
      let log = try await EventLog(ledger.pool, keyring: keyring)
      let erased = AccountErased(
        environment: .production, bundleID: TestLedger.bundleID, account: Self.anna.reference,
        chains: [GemPurchase("1").chain.originalTransactionID], erasedAt: TestLedger.now)
      _ = try await log.append(
        [NewEvent(.account(.accountErased(erased)))], forgetting: erased.forgottenStreams)
      #expect(try await ledger.count("select count(*) from lost_data_key") == 0)
      #expect(try await ledger.count("select count(*) from destroyed_data_key") == 2)
      #expect(try await log.evidence(of: first) == .erased)
    }
  }

  @Test func `rewrapping goes past a key that does not open, and lists it`() async throws {
    try await TestLedger.with { ledger in
      _ = try await Self.buy("1", ledger.log, at: 0)
      let other = try Keyring(Keyring.generate(id: "k1"))
      let pack = GemPurchase("2")
      _ = try await EventLog(ledger.pool, keyring: other).append(
        [NewEvent(pack.bought(), evidence: Evidence(Array("receipt 2".utf8)))])
      let keyring = try ledger.keyring(after: Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      let page = try await log.rewrapping.rewrapSome()
      #expect(page.rewrapped.count == 2)
      #expect(page.next == nil)
      #expect(page.unopened.map(\.masterKeyID) == ["k1"])
      #expect(page.unopened.map(\.place.id) == [StreamID.chain(pack.chain).key])
    }
  }
}
