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
  private static let key = TestLedger.gameKey

  private static func post(_ jws: String..., for account: AccountID = "anna") -> TransactionPost {
    TransactionPost(account: account, signedTransactions: jws)
  }

  @Test func `what became of a post can be read later, by its id alone`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let good = try ledger.authority.sign(payload: TestLedger.gems("1"))
      let answered = try await service.receive(Self.post(good, "rubbish"), from: Self.key)
      #expect(answered.items.map(\.state) == [.settled, .rejected])
      let read = try #require(try await ledger.receipts().receipt(answered.id)).submission
      #expect(read.items == answered.items)
      #expect(read.position == answered.position)
      #expect(try await service.receipt("rcp_unknown")?.keyIDs == nil)
    }
  }

  @Test func `every key that sent a post reads its receipt`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1"))
      var ids: Set<String> = []
      for key in ["first", "second", "first"] {
        ids.insert(try await service.receive(Self.post(jws), from: key).id)
      }
      let id = try #require(ids.first)
      #expect(ids.count == 1)
      #expect(try await service.receipt(id)?.keyIDs == ["first", "second"])
    }
  }

  @Test func `a post that waits for a person is dead-lettered with its reason, and unreadable`()
    async throws
  {
    try await TestLedger.with { ledger in
      let foreign = try ledger.authority.sign(payload: TestLedger.foreign("1"))
      let answer = try await ledger.receipts().receive(
        Self.post(foreign, for: "a-secret-player"), from: Self.key)
      #expect(answer.items.map(\.reason) == ["app_not_configured"])
      #expect(try await ledger.statuses() == ["\(answer.id)/0 parked app_not_configured"])
      let row = try await ledger.owner.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: "select encode(sealed, 'escape') || job::text from job"))[0]
          .decode(String.self)
      }
      for secret in ["a-secret-player", String(foreign.prefix(20)), "signedTransaction"] {
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

  @Test func `a dead-lettered post settles once its app is configured, and its coins come`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.publishGems()
      let unconfigured = try ledger.unconfigured()
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1"))
      let id = try await ledger.receipts(unconfigured).receive(Self.post(jws), from: Self.key).id
      // An early attempt changes nothing.
      #expect(
        try await ledger.queue.administration.retry(JobFilter(state: .parked), at: TestLedger.now)
          == 1)
      #expect(try await ledger.worker(unconfigured).runOnce() == 1)
      #expect(try await ledger.statuses() == ["\(id)/0 parked app_not_configured"])

      #expect(
        try await ledger.queue.administration.retry(
          JobFilter(state: .parked, kind: .post), at: TestLedger.now) == 1
      )
      #expect(try await ledger.worker().runOnce() == 1)
      #expect(try await ledger.statuses() == [])
      let receipt = try #require(try await ledger.receipts().receipt(id)).submission
      #expect(receipt.state == .settled)
      #expect(receipt.items[0].transactionID == "1")
      #expect(receipt.items[0].finish)
      #expect(receipt.position.lanes.isEmpty == false)
      try await ledger.grant()
      let wallet = try await ledger.intake.wallets.wallet(
        of: TestLedger.player("anna"), in: TestLedger.bundleID, environment: .production)
      #expect(wallet.wallet.available("gem") == 100)
    }
  }

  @Test func `posted again after the repair, it leaves no dead letter`() async throws {
    try await TestLedger.with { ledger in
      let post = Self.post(
        try ledger.authority.sign(payload: TestLedger.gems("1")),
        try ledger.authority.sign(payload: TestLedger.foreign("2")))
      let first = try await ledger.receipts(ledger.unconfigured()).receive(post, from: Self.key)
      #expect(try await ledger.statuses().count == 2)
      let service = ledger.receipts()
      let second = try await service.receive(post, from: Self.key)
      #expect(second.id == first.id)
      #expect(try await ledger.statuses() == ["\(first.id)/1 parked app_not_configured"])
      #expect(
        try await service.receipt(first.id)?.submission.items.map(\.state) == [.settled, .rejected])
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
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1", signed: signed))
      let saved = try await service.receive(Self.post(jws), from: Self.key)
      #expect(saved.state == .pending)
      #expect(saved.items[0].finish == false)
      #expect(try await ledger.statuses() == ["\(saved.id)/0 owed signed_in_the_future"])
      clock.move(.milliseconds(86_399_999))
      #expect(try await worker.runOnce() == 0)
      // A login tries the post anyway, and the post stays pending.
      let early = try await service.resume("anna", of: TestLedger.bundleID, in: [.production])
      #expect(early.worked == 1)
      #expect(early.receipts.map(\.submission.state) == [.pending])
      clock.move(.milliseconds(1))
      #expect(try await worker.runOnce() == 1)
      #expect(try await ledger.statuses() == [])
      #expect(try await service.receipt(saved.id)?.submission.state == .settled)
    }
  }

  @Test func `a login performs the pending jobs of the account, and of no other`() async throws {
    try await TestLedger.with { ledger in
      let link = LinkService(
        links: ledger.links(), queue: ledger.queue, askable: [TestLedger.bundleID],
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
      let early = try await service.resume("anna", of: TestLedger.bundleID, in: [.production])
      #expect(early.worked == 1)
      // Apple was asked meanwhile.
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1"))
      _ = try await ledger.intake.documents.ingest(Array(jws.utf8))
      let later = try await service.resume("anna", of: TestLedger.bundleID, in: [.production])
      #expect(later.worked == 1)
      #expect(later.position == (try await ledger.log.position()))
      let chain = ChainID(.production, "1")
      #expect(try await ledger.accounts.owners(of: chain).owners == [TestLedger.player("anna")])
      let owed = try await ledger.queue.administration.list(kind: .link, limit: 9).jobs
      #expect(owed.count == 1)
    }
  }

  @Test func `an app that cannot ask Apple enqueues no unknown purchase`() async throws {
    try await TestLedger.with { ledger in
      let link = LinkService(
        links: ledger.links(), queue: ledger.queue, askable: [], now: { TestLedger.now })
      let answer = try await link.link("anna", to: "1", of: TestLedger.bundleID, in: .production)
      #expect(answer == .decided(.unknown))
      #expect(try await ledger.statuses() == [])
    }
  }

  @Test func `what is kept for a person goes when the person is forgotten`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let jws = try ledger.authority.sign(payload: TestLedger.foreign("1"))
      let other = try await service.receive(Self.post(jws, for: "ben"), from: Self.key)
      _ = try await service.receive(Self.post(jws, for: "anna"), from: Self.key)
      try await ledger.enqueue(TestLedger.job("1", for: "anna"))
      let retention = ledger.queue.retention
      let names = try await retention.names(
        of: "anna", of: TestLedger.bundleID, in: .production)
      let traces = AccountTraces(
        names: names, texts: ["anna"], chains: [], bundleID: TestLedger.bundleID,
        environment: .production)
      let counted = try await retention.count(traces)
      #expect((counted.jobs, counted.receipts) == (2, 1))
      let forgotten = try await retention.forget(traces)
      #expect((forgotten.jobs, forgotten.receipts) == (2, 1))
      #expect(try await ledger.statuses() == ["\(other.id)/0 parked app_not_configured"])
    }
  }

  @Test func `receipts and posts are forgotten after thirty days`() async throws {
    try await TestLedger.with { ledger in
      let service = ledger.receipts()
      let jws = try ledger.authority.sign(payload: TestLedger.foreign("1"))
      let answer = try await service.receive(Self.post(jws), from: Self.key)
      let end = TestLedger.now + JobRetention.keepsFor
      #expect(try await ledger.queue.retention.clean(at: end) == (0, 0))
      #expect(try await ledger.queue.retention.clean(at: end + .milliseconds(1)) == (1, 1))
      #expect(try await service.receipt(answer.id)?.keyIDs == nil)
    }
  }

  @Test func `sealed content opens under new master keys once rewrapped`() async throws {
    try await TestLedger.with { ledger in
      let jws = try ledger.authority.sign(payload: TestLedger.foreign("1"))
      _ = try await ledger.receipts().receive(Self.post(jws), from: Self.key)
      let keyring = try ledger.keyring(after: Keyring.generate(id: "k2"))
      let queue = JobQueue(
        pool: ledger.pool, log: try await EventLog(ledger.pool, keyring: keyring),
        keyring: keyring)
      #expect(try await queue.contents.rewrapSome().rewrapped.count == 1)
      #expect(try await queue.contents.rewrapSome().rewrapped.isEmpty)
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
    _ = try await queue.administration.retry(JobFilter(state: .parked), at: Self.now)
    return try await lease(limit)
  }
}
