import AppStore
import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Outbox
import Postgres
import TestSupport
import Testing

struct ReceiptTests {
  private static let key = "0a1b2c3d"

  private static func post(_ jws: String..., for account: AccountID = "anna") -> TransactionPost {
    TransactionPost(account: account, signedTransactions: jws)
  }

  private static func gems(_ id: String, signed: Instant? = nil) -> SignableTransaction {
    TestLedger.transaction(
      id, product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"), signed: signed)
  }

  /// Returns an intake that trusts another root too.
  private static func mended(_ ledger: TestLedger, by other: Authority) throws -> Intake {
    let roots = try [ledger.authority, other].map {
      try RootCertificate(fileContents: $0.rootCertificateDER)
    }
    return Intake(
      apps: [TestLedger.app()], verifier: PayloadVerifier(roots: roots), log: ledger.log,
      now: { TestLedger.now })
  }

  @Test func `what became of a post can be read later, by its id alone`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let good = try ledger.authority.sign(payload: Self.gems("1"))
      let answered = try await service.receive(Self.post(good, "rubbish"), from: Self.key)
      #expect(answered.items.map(\.state) == [.settled, .rejected])
      let read = try #require(try await ledger.receipts().receipt(answered.id))
      #expect(read.items == answered.items)
      #expect(read.position == answered.position)
      #expect(try await service.receipt("rcp_unknown") == nil)
    }
  }

  @Test func `a post that does not verify is dead-lettered with its reason, and unreadable`()
    async throws
  {
    try await TestLedger.with { ledger in
      let forged = try TestLedger.makeAuthority().sign(payload: Self.gems("1"))
      let answer = try await ledger.receipts().receive(
        Self.post(forged, for: "a-secret-player"), from: Self.key)
      #expect(answer.items.map(\.reason) == ["untrusted_root"])
      #expect(try await ledger.statuses() == ["\(answer.id)/0 parked untrusted_root"])
      let row = try await ledger.owner.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: "select encode(sealed, 'escape') || job::text from job"))[0]
          .decode(String.self)
      }
      for secret in ["a-secret-player", String(forged.prefix(20)), "signedTransaction"] {
        #expect(!row.contains(secret))
      }
      let job = try #require(
        try await ledger.retried(answer.items.count).first)
      #expect(!"\(job)".contains("a-secret-player"))
      let content = try #require(try job.content(by: ledger.keyring))
      #expect(String(decoding: content, as: UTF8.self).contains("a-secret-player"))
      #expect(throws: EvidenceError.self) {
        try job.content(by: Keyring(Keyring.generate(id: "k1")))
      }
    }
  }

  @Test func `a dead-lettered post that verifies after a repair settles, and its coins come`()
    async throws
  {
    try await TestLedger.with { ledger in
      let catalog = try Catalog([
        CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
      ])
      _ = try await ledger.intake.publish(
        catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      let other = try TestLedger.makeAuthority()
      let jws = try other.sign(payload: Self.gems("1"))
      let id = try await ledger.receipts().receive(Self.post(jws), from: Self.key).id
      // An early attempt changes nothing.
      #expect(try await ledger.queue.retryDeadLetters(at: TestLedger.now) == 1)
      #expect(try await ledger.worker().runOnce() == 1)
      #expect(try await ledger.statuses() == ["\(id)/0 parked untrusted_root"])

      let mended = try Self.mended(ledger, by: other)
      #expect(try await ledger.queue.retryDeadLetters(kind: .post, at: TestLedger.now) == 1)
      #expect(try await ledger.worker(mended).runOnce() == 1)
      #expect(try await ledger.statuses() == [])
      let receipt = try #require(try await ledger.receipts().receipt(id))
      #expect(receipt.state == .settled)
      #expect(receipt.items[0].transactionID == "1")
      #expect(receipt.items[0].finish)
      #expect(receipt.position.lanes.isEmpty == false)
      try await ledger.grant()
      let wallet = try await ledger.intake.wallets.wallet(
        of: TestLedger.player("anna"), in: TestLedger.bundleID, environment: .production)
      #expect(wallet.wallet.sum(of: .available, in: "gem") == 100)
    }
  }

  @Test func `posted again after the repair, it leaves no dead letter`() async throws {
    try await TestLedger.with { ledger in
      let other = try TestLedger.makeAuthority()
      let post = Self.post(try other.sign(payload: Self.gems("1")), "rubbish")
      let first = try await ledger.receipts().receive(post, from: Self.key)
      #expect(try await ledger.statuses().count == 2)
      let service = ledger.receipts(try Self.mended(ledger, by: other))
      let second = try await service.receive(post, from: Self.key)
      #expect(second.id == first.id)
      #expect(try await ledger.statuses() == ["\(first.id)/1 parked malformed_jws"])
      #expect(try await service.receipt(first.id)?.items.map(\.state) == [.settled, .rejected])
    }
  }

  @Test func `the oldest dead letter of a key makes room, and no other key's`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let service = ledger.receipts(savedMax: 2, at: { clock.now })
      let other = try await service.receive(Self.post("another"), from: "ffffffff").id
      var ids: [String] = []
      for text in ["first", "second", "third"] {
        clock.move(.seconds(1))
        let answer = try await service.receive(Self.post(text), from: Self.key)
        #expect(answer.state == .rejected)
        ids.append(answer.id)
      }
      let parked = [other, ids[1], ids[2]].map { "\($0)/0 parked malformed_jws" }
      #expect(try await ledger.statuses() == parked.sorted())
    }
  }

  @Test func `what is signed ahead of our clock is saved, and recorded when its time has come`()
    async throws
  {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let intake = Intake(
        apps: [TestLedger.app()],
        verifier: PayloadVerifier(
          roots: [try RootCertificate(fileContents: ledger.authority.rootCertificateDER)]),
        log: ledger.log, now: { clock.now })
      let service = ledger.receipts(intake, at: { clock.now })
      let worker = ledger.worker(intake, at: { clock.now })
      let signed = TestLedger.now + .seconds(2 * 86_400)
      let jws = try ledger.authority.sign(payload: Self.gems("1", signed: signed))
      let saved = try await service.receive(Self.post(jws), from: Self.key)
      #expect(saved.state == .pending)
      #expect(saved.items[0].finish == false)
      #expect(try await ledger.statuses() == ["\(saved.id)/0 owed signed_in_the_future"])
      clock.move(.milliseconds(86_399_999))
      #expect(try await worker.runOnce() == 0)
      // A login tries the post anyway, and the post stays pending.
      let early = try await service.resume("anna", of: TestLedger.bundleID, in: .production)
      #expect(early.worked == 1)
      #expect(early.receipts.map(\.state) == [.pending])
      clock.move(.milliseconds(1))
      #expect(try await worker.runOnce() == 1)
      #expect(try await ledger.statuses() == [])
      #expect(try await service.receipt(saved.id)?.state == .settled)
    }
  }

  @Test func `a key saves only so much for later; the rest is rejected, not forgotten in silence`()
    async throws
  {
    try await TestLedger.with { ledger in
      let service = ledger.receipts(savedMax: 2)
      let signed = TestLedger.now + .seconds(2 * 86_400)
      let all = try (1...3).map {
        try ledger.authority.sign(payload: Self.gems("\($0)", signed: signed))
      }
      let answer = try await service.receive(
        TransactionPost(account: nil, signedTransactions: all), from: Self.key)
      #expect(answer.items.map(\.state) == [.pending, .pending, .rejected])
      #expect(try await ledger.statuses().count == 2)
    }
  }

  @Test func `a login performs the pending jobs of the account, and of no other`() async throws {
    try await TestLedger.with { ledger in
      let link = LinkService(
        intake: ledger.intake, queue: ledger.queue, askable: [TestLedger.bundleID],
        now: { TestLedger.now })
      for account in ["anna", "ben"] as [AccountID] {
        guard
          case .pending = try await link.link(
            account, to: "1", of: TestLedger.bundleID, in: .production)
        else {
          Issue.record("nothing is known of it yet")
          return
        }
      }
      let service = ledger.receipts()
      let early = try await service.resume("anna", of: TestLedger.bundleID, in: .production)
      #expect(early.worked == 1)
      // Apple was asked meanwhile.
      let jws = try ledger.authority.sign(payload: Self.gems("1"))
      _ = try await ledger.intake.ingest(Array(jws.utf8))
      let later = try await service.resume("anna", of: TestLedger.bundleID, in: .production)
      #expect(later.worked == 1)
      #expect(later.position == (try await ledger.log.position()))
      let chain = ChainID(.production, "1")
      #expect(try await ledger.log.owners(of: chain).owners == [TestLedger.player("anna")])
      let owed = try await ledger.queue.list(kind: .link, limit: 9).jobs
      #expect(owed.count == 1)
    }
  }

  @Test func `an app that cannot ask Apple enqueues no unknown purchase`() async throws {
    try await TestLedger.with { ledger in
      let link = LinkService(
        intake: ledger.intake, queue: ledger.queue, askable: [], now: { TestLedger.now })
      let answer = try await link.link("anna", to: "1", of: TestLedger.bundleID, in: .production)
      #expect(answer == .decided(.unknown))
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `what is kept for a person goes when the person is forgotten`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let other = try await service.receive(Self.post("rubbish", for: "ben"), from: Self.key)
      _ = try await service.receive(Self.post("rubbish", for: "anna"), from: Self.key)
      try await ledger.enqueue(TestLedger.job("1", for: "anna"))
      let forgotten = try await ledger.queue.forget(
        "anna", of: TestLedger.bundleID, in: .production)
      #expect(forgotten == 2)
      #expect(try await ledger.statuses() == ["\(other.id)/0 parked malformed_jws"])
    }
  }

  @Test func `receipts and posts are forgotten after thirty days`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let answer = try await service.receive(Self.post("rubbish"), from: Self.key)
      let end = TestLedger.now + JobQueue.keepsFor
      #expect(try await ledger.queue.clean(at: end) == (0, 0))
      #expect(try await ledger.queue.clean(at: end + .milliseconds(1)) == (1, 1))
      #expect(try await service.receipt(answer.id) == nil)
    }
  }

  @Test func `sealed content opens under new master keys once rewrapped`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.receipts().receive(Self.post("rubbish"), from: Self.key)
      let keyring = try ledger.keyring(after: Keyring.generate(id: "k2"))
      let queue = JobQueue(
        pool: ledger.pool, log: try await EventLog(ledger.pool, keyring: keyring),
        keyring: keyring)
      #expect(try await queue.rewrapSome() == 1)
      #expect(try await queue.rewrapSome() == 0)
      let job = try #require(try await ledger.retried(1).first)
      #expect(throws: EvidenceError.unknownMasterKey("k2")) {
        try job.content(by: ledger.keyring)
      }
      #expect(try job.content(by: keyring) != nil)
    }
  }
}

extension TestLedger {
  /// Retries dead letters, and leases some of them.
  fileprivate func retried(_ limit: Int) async throws -> [Job] {
    _ = try await queue.retryDeadLetters(at: Self.now)
    return try await lease(limit)
  }
}
