import Access
import AppStoreSimulator
import EventProcessing
import EventStore
import Foundation
import Granting
import Intake
import Ledger
import Logging
import Outbox
import Postgres
import Projections
import Reconciliation
import TestSupport
import Testing

@testable import Server

/// The remedies that a verification names mend what was damaged by force.
struct RemedyTests {
  private static let signature = ActSignature(ActAuthor(name: "ada"), because: "it was altered")

  private static func report(_ small: ProvenLedger) async throws -> VerifyReport {
    let log = try await EventLog(small.ledger.pool, keyring: small.ledger.keyring)
    return try await Verification(pool: small.ledger.pool, log: log).report(now: TestLedger.now)
  }

  /// Keeps a post of an app that is not configured: a job with sealed content.
  private static func keepPost(in ledger: TestLedger) async throws {
    var foreign = TestLedger.transaction(
      "8", product: "gems", type: "Consumable", from: GemPurchase("1").boughtAt)
    foreign.bundleId = "com.example.other"
    let post = TransactionPost(
      account: "anna", signedTransactions: [try ledger.authority.sign(payload: foreign)])
    _ = try await ledger.receipts().receive(post, from: "0a1b2c3d")
    try #require(try await ledger.count("select count(*) from job where kind = 'post'") == 1)
  }

  private static func jobFindings(_ small: ProvenLedger) async throws -> [String] {
    try await small.findings(by: .verify).filter { $0.hasPrefix("table job, ") }
  }

  private static func repairJobs(_ small: ProvenLedger) async throws -> Int {
    let repair = JobRepair(
      pool: small.ledger.pool, log: small.ledger.log,
      policy: JobPolicy([TestLedger.app()], askable: [TestLedger.bundleID]))
    return try await repair.run(signed: signature, at: TestLedger.now)
  }

  @Test func `a lost name is stored again with the next token of its account`() async throws {
    try await ProvenLedger.with { small in
      let stream = small.ledger.account("anna").reference.key
      try await small.damage("delete from account_name where stream = '\(stream)'")
      let report = try await Self.report(small)
      #expect(
        report.broken.map(\.finding) == ["column sealed: it is missing: its key seals nothing"])
      #expect(report.remedies.first?.contains("the next purchase or token") == true)
      _ = try await small.ledger.intake.tokens.register(
        token: UUID(), for: "anna", of: TestLedger.bundleID, in: [.production])
      #expect(try await small.findings(by: .verify) == [])
    }
  }

  @Test func `a dead letter of no event is deleted by a retry, and no other`() async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      let lane = ledger.lane(of: "2000")
      try await small.damage(
        """
        insert into dead_letter (lane, consumer, position, reason) values
          (\(lane), 'outbox', 100000, 'forged'), (\(lane), 'outbox', 1, 'unknown schema version 99')
        """)
      let report = try await Self.report(small)
      #expect(report.broken.map(\.place) == ["table dead_letter, row \(lane), outbox"])
      #expect(report.remedies.first?.contains("`daicho dead-letters retry`") == true)
      let processor = EventProcessor(
        [], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test"))
      let letters = DeadLetterAdministration(processor, log: ledger.log, pool: ledger.pool)
      #expect(try await letters.retry(.init(event: EventID(lane: lane, position: 1))).left == 1)
      #expect(try await ledger.count("select count(*) from dead_letter") == 2)
      let retried = try await letters.retry(.init())
      #expect((retried.left, retried.deleted) == (1, 1))
      #expect(try await small.findings(by: .verify) == [])
    }
  }

  @Test func `a dead letter of a lane that the log has not is deleted by an act that is recorded`()
    async throws
  {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      let processor = EventProcessor(
        [], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test"))
      let letters = DeadLetterAdministration(processor, log: ledger.log, pool: ledger.pool)
      let act = ActRecorded(.deadLettersRetry, signed: Self.signature, at: TestLedger.now)
      let acts = "select count(*) from event where lane = 0"
      let events = try await ledger.count(acts)
      #expect(try await letters.retry(.init(), as: act).deleted == 0)
      #expect(try await ledger.count(acts) == events)
      try await small.damage(
        "insert into dead_letter (lane, consumer, position, reason) values (99, 'outbox', 1, 'forged')"
      )
      #expect(try await letters.retry(.init(), as: act).deleted == 1)
      #expect(try await ledger.count(acts) == events + 1)
    }
  }

  @Test func `a dead letter of no consumer is deleted by a statement`() async throws {
    try await ProvenLedger.with { small in
      let lane = small.ledger.lane(of: "2000")
      try await small.damage(
        "insert into dead_letter (lane, consumer, position, reason) "
          + "values (\(lane), 'o''brien', 1, 'forged')")
      let report = try await Self.report(small)
      #expect(report.broken.map(\.place) == ["table dead_letter, row \(lane), o'brien"])
      let statement = try #require(
        report.broken.first?.finding.split(separator: "`").first { $0.hasPrefix("delete") })
      try await small.ledger.owner.withConnection { try await $0.script(String(statement)) }
      #expect(try await small.findings(by: .verify) == [])
    }
  }

  @Test(arguments: [
    "subject = '9999'", "app = 'com.example.other'", "environment = 'Sandbox'", "kind = 'status'",
    "id = gen_random_uuid()", "lane = case lane when 1 then 2 else 1 end",
  ])
  func `an altered job is written again from the log`(change: String) async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      let histories = "select count(*) from job where kind = 'history'"
      let jobs = try await ledger.count(histories)
      try #require(jobs > 0)
      try await small.damage("update job set \(change) where kind = 'history'")
      let report = try await Self.report(small)
      #expect(report.broken.contains { $0.finding.contains("`daicho reconcile repair`") })
      #expect(try await Self.repairJobs(small) > 0)
      #expect(try await Self.repairJobs(small) == 0)
      #expect(try await small.findings(by: .verify) == [])
      #expect(try await ledger.count(histories) == jobs)
    }
  }

  @Test func `a request to Apple that no event owes is moved, and no other job`() async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      try await small.damage(
        """
        insert into job (lane, id, kind, environment, app, subject, state, due_at, made_at, changed_at)
        select 1, gen_random_uuid(), kind, 'Production', 'com.example.game', '9999', 'owed', now(), now(), now()
        from unnest(array['history', 'link']) as n(kind)
        """)
      #expect(try await Self.repairJobs(small) == 1)
      #expect(try await Self.repairJobs(small) == 0)
      #expect(try await ledger.count("select count(*) from job where subject = '9999'") == 2)
      #expect(try await Self.jobFindings(small).count == 1, "that of the link")
    }
  }

  /// Its content opens at its place alone, and is whole.
  @Test(arguments: [
    "lane = case lane when 1 then 2 else 1 end", "id = gen_random_uuid()",
    "lane = case lane when 1 then 2 else 1 end, id = gen_random_uuid()",
  ])
  func `a job of a client in another place has one finding, and is put back`(
    change: String
  ) async throws {
    try await ProvenLedger.with { small in
      try await Self.keepPost(in: small.ledger)
      #expect(try await small.findings(by: .verify) == [])
      try await small.damage("update job set \(change) where kind = 'post'")
      let findings = try await Self.jobFindings(small)
      #expect(findings.count == 1, "\(findings)")
      #expect(findings.first?.contains("`daicho reconcile repair`") == true)
      #expect(try await Self.repairJobs(small) == 1)
      #expect(try await Self.repairJobs(small) == 0)
      #expect(try await small.findings(by: .verify) == [])
      #expect(try await small.ledger.count("select count(*) from job where kind = 'post'") == 1)
    }
  }

  /// Nothing tells which columns are right.
  @Test(arguments: ["subject = 'rcp_9999/0'", "kind = 'finish'"])
  func `a job of a client with altered columns is left alone`(change: String) async throws {
    try await ProvenLedger.with { small in
      try await Self.keepPost(in: small.ledger)
      try await small.damage("update job set \(change) where kind = 'post'")
      let findings = try await Self.jobFindings(small)
      #expect(findings.count == 1, "\(findings)")
      #expect(findings.first?.contains("delete it as the owner of the database") == true)
      #expect(try await Self.repairJobs(small) == 0)
      #expect(try await Self.jobFindings(small) == findings)
      try await small.damage("delete from job where key_id = '0a1b2c3d'")
      #expect(try await Self.jobFindings(small) == [])
    }
  }

  @Test(arguments: ["unpriced", "unreadable"])
  func `a forged wait is decided again`(reason: String) async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        "delete from granting_backfill; insert into granting_wait (lane, stream, reason) "
          + "select lane, stream, '\(reason)' from coin_grant order by stream limit 1")
      #expect(try await small.findings(by: .wallets).count == 1)
      let ledger = small.ledger
      let granting = GrantingConsumer(ledger.intake, pool: ledger.pool)
      for changed in [1, 0] {
        let waits = try await RepairedWorkBody.decideWaiting(
          granting, log: ledger.log, signed: Self.signature)
        #expect(waits == changed)
      }
      #expect(try await small.findings(by: .wallets) == [])
      let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
      let acts = try await log.reading.shared().compactMap { event in
        if case .shared(.actRecorded(let act)) = event.event { act } else { nil }
      }
      #expect(acts.map(\.act) == ["reconcile.repair"])
      #expect(acts.first?.values == ["waits": "1"] && acts.first?.author.name == "ada")
    }
  }

  @Test(arguments: [
    ("update receipt set state = 'rejected'", "column state is not settled", 1),
    (
      "update receipt set items = replace(items::text, '\"2000\"', '\"2999\"')::json",
      "column items: the log has no transaction 2999 of chain 2999", 0
    ),
    (
      "update receipt set items = replace(items::text, 'month', 'year')::json",
      "column items: the log has no transaction 2000 of chain 2000 with product", 0
    ),
    (
      "update receipt set state = 'pending', made_at = now(), "
        + "items = replace(items::text, 'settled', 'pending')::json",
      "an item waits, and its row of table job, column id, is missing", 0
    ),
  ])
  func `an altered receipt is written again, or deleted`(
    damage: String, finding: String, kept: Int64
  ) async throws {
    try await ProvenLedger.with { small in
      try await small.damage(damage)
      let report = try await Self.report(small)
      #expect(report.broken.count == 1)
      #expect(report.broken.first?.finding.hasPrefix(finding) == true, "\(report.broken)")
      #expect(report.remedies.first?.contains("`daicho reconcile repair`") == true)
      let repair = ReceiptRepair(pool: small.ledger.pool, log: small.ledger.log)
      #expect(try await repair.run(signed: Self.signature, at: TestLedger.now) == 1)
      #expect(try await repair.run(signed: Self.signature, at: TestLedger.now) == 0)
      #expect(try await small.findings(by: .verify) == [])
      #expect(try await small.ledger.count("select count(*) from receipt") == kept)
    }
  }

  /// No job settles such an item, and the client has no reason to post again.
  @Test func `a receipt that waits for the kind of a product is right`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        "update receipt set state = 'pending', made_at = '\(TestLedger.now)', items = replace("
          + "items::text, '\"settled\"', '\"pending\",\"reason\":\"\(UntoldTypes.reason)\"')::json")
      #expect(try await small.findings(by: .verify) == [])
      let repair = ReceiptRepair(pool: small.ledger.pool, log: small.ledger.log)
      #expect(try await repair.run(signed: Self.signature, at: TestLedger.now) == 0)
      #expect(try await small.ledger.count("select count(*) from receipt") == 1)
    }
  }

  /// A newer version may have written it.
  @Test func `a receipt that cannot be read is found, and left alone`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        "update receipt set items = replace(items::text, 'index', 'place')::json")
      let findings = try await small.findings(by: .verify)
      #expect(findings.count == 1)
      #expect(findings.first?.contains("or a newer one") == true, "\(findings)")
      let repair = ReceiptRepair(pool: small.ledger.pool, log: small.ledger.log)
      #expect(try await repair.run(signed: Self.signature, at: TestLedger.now) == 0)
      #expect(try await small.ledger.count("select count(*) from receipt") == 1)
    }
  }

  @Test(arguments: [
    "delete from api_key", "update api_key set scopes = '{admin}'",
    "update api_key set revoked_at = now()",
  ])
  func `a key whose row is gone or altered is ended by its revocation`(damage: String) async throws
  {
    try await ProvenLedger.with { small in
      let keys = APIKeys(pool: small.ledger.pool, log: small.ledger.log, now: { TestLedger.now })
      let key = try await keys.create(name: "shop", scopes: [.read], signed: Self.signature)
      #expect(try await small.findings(by: .verify) == [])
      try await small.damage(damage)
      let report = try await Self.report(small)
      #expect(report.broken.map(\.place) == ["table api_key, row \(key.id)"])
      #expect(report.remedies.first?.contains("`daicho keys revoke ID`") == true)
      #expect(try await keys.revoke(id: key.id, signed: Self.signature))
      #expect(try await keys.revoke(id: key.id, signed: Self.signature), "twice is no error")
      #expect(try await small.findings(by: .verify) == [])
      #expect(try await keys.revoke(id: "ffffffff", signed: Self.signature) == false)
    }
  }
}
