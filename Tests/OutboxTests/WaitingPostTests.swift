import AppStoreSimulator
import EventStore
import Foundation
import Intake
import JSONBytes
import Ledger
import TestSupport
import Testing

@testable import Outbox

struct WaitingPostTests {
  private static let twoDaysOn = TestLedger.now + .seconds(2 * 86_400)

  private func post(_ transactions: [String], for account: AccountID? = "anna") -> TransactionPost {
    TransactionPost(account: account, signedTransactions: transactions)
  }

  /// Returns a transaction of the test's app with some fields changed.
  private func gems(_ change: (inout SignableTransaction) -> Void) -> SignableTransaction {
    var transaction = TestLedger.gems("1")
    change(&transaction)
    return transaction
  }

  @Test func `what no trusted chain signed is rejected at once and takes no place`() async throws {
    try await TestLedger.with { ledger in
      let header = Base64URL.encode(#"{"alg":"ES256","x5c":["","",""]}"#.utf8)
      let payload = Base64URL.encode(#"{"signedDate":253402300799000}"#.utf8)
      let stranger = try TestLedger.makeAuthority()
      let ahead = TestLedger.gems("1", signed: Self.twoDaysOn)
      let genuine = try ledger.authority.sign(payload: ahead).split(separator: ".")
      let other = try ledger.authority.sign(payload: TestLedger.gems("2")).split(separator: ".")
      let answer = try await ledger.receipts().receive(
        post([
          "\(header).\(payload).AA", "a.b.c", try stranger.sign(payload: TestLedger.foreign("1")),
          try stranger.sign(payload: ahead), "\(genuine[0]).\(genuine[1]).\(other[2])",
        ]), from: TestLedger.gameKey)
      #expect(answer.items.map(\.state) == Array(repeating: .rejected, count: 5))
      #expect(
        answer.items.map(\.reason) == [
          "invalid_certificate_chain", "malformed_jws", "untrusted_root", "untrusted_root",
          "invalid_signature",
        ])
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `every reason for waiting is that of a signed item, and no other item waits`()
    async throws
  {
    try await TestLedger.with { ledger in
      let transactions = [
        TestLedger.gems("1", signed: Self.twoDaysOn), TestLedger.foreign("1"),
        gems { $0.environment = "Xcode" }, gems { $0.environment = "Moon" },
        gems { $0.price = 1_000_000_000_000_001 },
        gems { $0.productId = String(repeating: "x", count: 1_025) },
      ]
      let payloads = [
        #""bundleId":7"#, #""bundleId":"com.example.game","environment":"Production""#,
      ]
      .map { Array(#"{\#($0),"signedDate":\#(TestLedger.now.milliseconds)}"#.utf8) }
      let signed =
        try transactions.map { try ledger.authority.sign(payload: $0) }
        + payloads.map { try ledger.authority.sign(payload: $0) }
      let answer = try await ledger.receipts().receive(post(signed), from: TestLedger.gameKey)
      // Without a revocation check, no responder can be silent. Two reasons are those of receipts.
      let expected = Set(WaitingReason.allCases).subtracting([
        .revocationStatusUnavailable, .receiptCreatedInTheFuture, .purchaseUnknown,
      ])
      #expect(Set(answer.items.map(\.reason)) == Set(expected.map(\.rawValue)))
      #expect(answer.items.filter { $0.state == .pending }.map(\.index) == [0])
      #expect(try await ledger.queue.administration.list(state: .parked, limit: 10).jobs.count == 7)
      // The parameters of a post do not change when it is tried again.
      let narrowed = TransactionPost(
        account: "anna",
        signedTransactions: [try ledger.authority.sign(payload: TestLedger.gems("1"))],
        environment: .sandbox)
      let wrong = try await ledger.receipts().receive(narrowed, from: TestLedger.gameKey)
      #expect(wrong.items.map(\.reason) == ["wrong_environment"])
      #expect(try await ledger.queue.administration.list(state: .parked, limit: 10).jobs.count == 7)
    }
  }

  @Test(arguments: [(30_000, 1), (60_000, 0)])
  func `an item of more than 64 KiB does not wait`(length: Int, places: Int) async throws {
    try await TestLedger.with { ledger in
      var large = TestLedger.foreign("1")
      large.offerIdentifier = String(repeating: "x", count: length)
      let answer = try await ledger.receipts().receive(
        post([try ledger.authority.sign(payload: large)]), from: TestLedger.gameKey)
      #expect(answer.items.map(\.reason) == ["app_not_configured"])
      #expect(try await ledger.statuses().count == places)
    }
  }

  @Test func `pending places are limited per account before per key`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts(limits: SavedPostLimits(accountMax: 2, keyMax: 3))
      let signed = try (1...3).map {
        try ledger.authority.sign(payload: TestLedger.gems("\($0)", signed: Self.twoDaysOn))
      }
      func states(_ account: AccountID?, key: String = TestLedger.gameKey) async throws
        -> [SubmissionState]
      {
        try await service.receive(post(signed, for: account), from: key).items.map(\.state)
      }
      #expect(try await states("anna") == [.pending, .pending, .rejected])
      #expect(try await states("ben") == [.pending, .rejected, .rejected])
      #expect(try await states("carl") == [.rejected, .rejected, .rejected])
      #expect(try await states("anna") == [.pending, .pending, .rejected])
      #expect(try await ledger.statuses().count == 3)
      // A post without an account has the places of its key alone.
      #expect(try await states(nil, key: "ffffffff") == [.pending, .pending, .pending])
    }
  }

  @Test func `the oldest dead letter of an account makes room, and no other account's`()
    async throws
  {
    try await Parked.with(SavedPostLimits(accountMax: 2, keyMax: 10)) { parked in
      try await parked.receive("other", for: "ben")
      for name in ["first", "second", "third"] { try await parked.receive(name, for: "anna") }
      #expect(try await parked.names() == ["other", "second", "third"])
    }
  }

  @Test func `a key without room takes from the account that posts, and from no other`()
    async throws
  {
    try await Parked.with(SavedPostLimits(accountMax: 10, keyMax: 2)) { parked in
      try await parked.receive("anna's", for: "anna")
      try await parked.receive("ben's first", for: "ben")
      try await parked.receive("ben's second", for: "ben")
      #expect(try await parked.names() == ["anna's", "ben's second"])
      try await parked.receive("carl's", for: "carl")
      #expect(try await parked.names() == ["anna's", "ben's second"])
      try await parked.receive("elsewhere", for: "carl", key: "ffffffff")
      #expect(try await parked.names() == ["anna's", "ben's second", "elsewhere"])
    }
  }

  @Test func `what failed again makes room first, whoever posted it`() async throws {
    try await Parked.with(SavedPostLimits(accountMax: 10, keyMax: 3)) { parked in
      try await parked.receive("failed 1", for: "anna")
      try await parked.receive("failed 2", for: "anna")
      try await parked.retryAll()
      try await parked.receive("ben's first", for: "ben")
      // Posted again, it has still failed.
      try await parked.receive("failed 1", for: "anna")
      try await parked.receive("ben's second", for: "ben")
      #expect(try await parked.names() == ["ben's first", "ben's second", "failed 2"])
      try await parked.receive("carl's", for: "carl")
      #expect(try await parked.names() == ["ben's first", "ben's second", "carl's"])
      try await parked.receive("anna's", for: "anna")
      #expect(try await parked.names() == ["ben's first", "ben's second", "carl's"])
    }
  }
}

/// Dead-lettered posts by names, a second apart.
private struct Parked {
  let ledger: TestLedger
  let clock = HandClock()
  let limits: SavedPostLimits

  static func with(
    _ limits: SavedPostLimits, _ body: @Sendable (inout Parked) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      var parked = Parked(ledger: ledger, limits: limits)
      try await body(&parked)
    }
  }

  private var transactions: [String: String] = [:]
  private var receipts: [String: String] = [:]

  init(ledger: TestLedger, limits: SavedPostLimits) {
    (self.ledger, self.limits) = (ledger, limits)
  }

  mutating func receive(
    _ name: String, for account: AccountID, key: String = TestLedger.gameKey
  ) async throws {
    clock.move(.seconds(1))
    let jws =
      try transactions[name] ?? ledger.authority.sign(payload: TestLedger.foreign(name))
    transactions[name] = jws
    let service = ledger.receipts(limits: limits, at: { [clock] in clock.now })
    let answer = try await service.receive(
      TransactionPost(account: account, signedTransactions: [jws]), from: key)
    #expect(answer.state == .rejected)
    receipts["\(answer.id)/0"] = name
  }

  /// Retries everything; nothing is mended.
  func retryAll() async throws {
    let count = try await ledger.queue.administration.retry(
      JobFilter(state: .parked), at: clock.now)
    let worker = ledger.worker(at: { [clock] in clock.now })
    #expect(try await worker.runOnce() == count)
  }

  func names() async throws -> [String] {
    try await ledger.queue.administration.list(state: .parked, limit: 100).jobs.map {
      receipts[$0.subject] ?? $0.subject
    }.sorted()
  }
}
