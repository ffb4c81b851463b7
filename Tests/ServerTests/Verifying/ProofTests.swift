import Access
import AppStoreSimulator
import EventStore
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Server

/// Damages by force beside the columns of a row: rows that are gone, and progress that is forged.
struct ProofTests {
  @Test(arguments: [
    (
      "delete from data_key",
      ["table data_key", "column wrapped: it is missing, and no erasure destroyed it"]
    ),
    (
      "delete from destroyed_data_key",
      ["table data_key", "column wrapped: it is missing, and no erasure destroyed it"]
    ),
    (
      "insert into destroyed_data_key (lane, stream, destroyed_at, login) "
        + "select lane, stream, now(), 'x' from data_key limit 1",
      ["table destroyed_data_key", "no event account.erased tells why its key was destroyed"]
    ),
    ("delete from account_name", ["table account_name", "column sealed: it is missing"]),
    (
      "update account_name set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)",
      ["table account_name", "column sealed: it does not open"]
    ),
    (
      "delete from reconciliation_cursor",
      ["table reconciliation_cursor", "column stream: it is missing, and the log has the chain"]
    ),
    (
      """
      insert into reconciliation_cursor (lane, stream, environment, app, original_transaction_id)
      select lane, gen_random_uuid(), environment, app, '999' from reconciliation_cursor limit 1
      """,
      ["table reconciliation_cursor", "column stream: it is not that of its app"]
    ),
    (
      "update reconciliation_cursor set stream = gen_random_uuid()",
      ["table reconciliation_cursor", "column expires_at: there is an end, and the log has no"]
    ),
    (
      "update reconciliation_cursor set next_look_at = null, settled_for = null",
      ["table reconciliation_cursor", "column next_look_at: it is missing"]
    ),
    ("delete from known_store", ["table known_store", "it is missing, and a cursor names it"]),
    (
      "update event_key set asserted_at = asserted_at + interval '1 day'",
      ["column asserted_at of its key in table event_key"]
    ),
    (
      "update event_type set name = 'grant.given' where type = 11",
      ["table event_type, row 11", "column name: it is not grant.made"]
    ),
    (
      "update destroyed_data_key set lane = case lane when 1 then 2 else 1 end",
      ["table destroyed_data_key", "column lane: it is not that of the stream"]
    ),
    (
      "update installation set epoch_number = 3",
      ["table installation", "column epoch_number: 3 is not that of the openings"]
    ),
    (
      "do $$ begin execute format('alter table event_p0 owner to %I', application_role()); end $$",
      ["the application's role", "it owns table event_p0: run `alter table event_p0 owner to"]
    ),
    (
      "update interned_string set text = text || 'x' where text = 'com.example.month'",
      ["table interned_string", "column text: none of the"]
    ),
    (
      "update event set expires_at = expires_at + interval '1 day' where expires_at is not null",
      ["event ", "column expires_at was changed"]
    ),
    (
      "update event set schema_version = 99 where type = 1",
      ["event ", "column schema_version: it is of version 99"]
    ),
    ("delete from lane where lane = 2", ["table lane, row 2", "column lane: it is missing"]),
    (
      "update job set subject = '9999' where kind = 'history'",
      ["table job", "columns lane, id, kind, environment, app and subject"]
    ),
  ])
  func `a damage is found with its table`(sql: String, words: [String]) async throws {
    try await ProvenLedger.with { small in
      try await small.damage(sql)
      let found = try await small.findings(by: .verify)
      #expect(found.contains { finding in words.allSatisfy(finding.contains) }, "\(found)")
    }
  }

  @Test func `the doctor finds a dead letter of no consumer, and a joined row of another version`()
    async throws
  {
    try await ProvenLedger.with { small in
      #expect(try await !small.findings(by: .doctor).contains { $0.contains("of no consumer") })
      try await small.damage("insert into dead_letter values ('ghost', 1, 1, 'x', now())")
      let told = try await small.findings(by: .doctor)
      #expect(told.contains { $0.hasPrefix("dead letters of no consumer") }, "\(told)")
      try await small.damage(
        "update event set schema_version = 99 where first_position is not null")
      let found = try await small.findings(by: .verify)
      #expect(found.contains { $0.contains("it is of version 99") }, "\(found)")
      #expect(!found.contains { $0.contains("does not fit the number of events") })
    }
  }

  @Test func `a price that no other event has is named`() async throws {
    try await ProvenLedger.with { small in
      var pack = TestLedger.transaction(
        "9", chain: "9", product: "gems", type: "Consumable", from: GemPurchase("1").boughtAt)
      (pack.price, pack.currency) = (990, "USD")
      _ = try await small.ledger.intake.documents.ingest(
        Array(try small.ledger.authority.sign(payload: pack).utf8))
      try await small.damage("update event set price = price + 1 where price is not null")
      let found = try await small.findings(by: .verify)
      #expect(found.contains { $0.contains("column price was changed") }, "\(found)")
    }
  }

  @Test(arguments: [
    "update data_key set master_key = 'k9'",
    "insert into lost_data_key (lane, stream, lost_at, master_key, wrapped) "
      + "select lane, stream, now(), 'k9', wrapped from data_key limit 1",
  ])
  func `a key that was altered is mended by the statements of its findings`(
    damage: String
  ) async throws {
    try await ProvenLedger.with { small in
      try await small.damage(damage)
      let found = try await small.findings(by: .verify)
      #expect(found.contains { $0.contains("column master_key") }, "\(found)")
      let loss = KeyLoss(of: "k9", small.ledger.pool, keyring: small.ledger.keyring)
      #expect(try await loss.count() == 0)
      for finding in found {
        let pieces = finding.split(separator: "`")
        guard pieces.count > 1 else { continue }
        let statement = String(pieces[1])
        await #expect(throws: Never.self, "\(statement)") {
          try await small.ledger.script(statement)
        }
      }
      #expect(try await small.findings(by: .verify) == [])
    }
  }

  @Test func `a key under the name of another master key of the file is found once`() async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      let keys = try await ledger.count("select count(*) from data_key")
      try await small.damage("update data_key set master_key = 'k2'")
      let keyring = try ledger.keyring(after: Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      let verification = Verification(pool: ledger.pool, log: log)
      let found = try await verification.report(now: TestLedger.now).broken.map(\.finding)
      let misnamed = found.filter {
        $0.contains("the master key k1 opens it: run `update data_key")
      }
      #expect(misnamed.count == Int(keys), "\(found)")
      #expect(!found.contains { $0.contains("it does not open") }, "\(found)")
    }
  }

  /// A process that reads the log compares each new session with what it remembers.
  @Test func `an altered header pauses no ledger, and nothing is packed with it`() async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      try await small.damage("update jws_header set header = header || 'x'::bytea")
      let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
      let lane = ledger.lane(of: "2000")
      let page = try await log.evidence(lane: lane, after: 0, upTo: 100, limit: 10)
      #expect(!page.isEmpty)
      try await log.recall([])
      #expect(!log.installation.isPaused)
      let found = try await small.findings(by: .evidence)
      #expect(found.contains { $0.hasPrefix("header 1: it gives another digest") }, "\(found)")
      let unopened = found.count { $0.hasPrefix("evidence ") }
      #expect(unopened > 0)
      let intake = Intake(
        apps: [TestLedger.app()], verifier: ledger.verifier, log: log, now: { TestLedger.now })
      let later = TestLedger.transaction(
        "20002", chain: "2000", from: Instant(day: "2026-06-01"), to: Instant(day: "2026-07-01"))
      _ = try await intake.documents.ingest(
        Array(try ledger.authority.sign(payload: later).utf8))
      let now = try await small.findings(by: .evidence)
      #expect(now.count { $0.hasPrefix("evidence ") } == unopened, "\(now)")
      let paused = "select count(*) from installation where paused_since is not null"
      #expect(try await ledger.count(paused) == 0)
    }
  }

  @Test func `a refused grant of no transaction of the log is not told`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        "insert into refused_grant (lane, stream, id, app, environment, original_transaction_id, "
          + "transaction_id, granted_in) select lane, gen_random_uuid(), gen_random_uuid(), app, "
          + "environment, '999', '999', '1' from reconciliation_cursor limit 1")
      let told = try await small.findings(by: .doctor)
      #expect(!told.contains { $0.hasPrefix("grants") }, "\(told)")
    }
  }

  @Test func `a destroyed key without its record is found beside a later key of its stream`()
    async throws
  {
    try await ProvenLedger.with { small in
      let later = TestLedger.transaction(
        "30002", chain: "3000", from: Instant(day: "2026-06-01"), to: Instant(day: "2026-07-01"))
      _ = try await small.ledger.intake.documents.ingest(
        Array(try small.ledger.authority.sign(payload: later).utf8))
      #expect(try await small.findings(by: .verify) == [])
      try await small.damage("delete from destroyed_data_key")
      let found = try await small.findings(by: .verify)
      #expect(
        found.contains {
          $0.contains("table destroyed_data_key")
            && $0.contains("it is missing: event account.erased")
        }, "\(found)")
    }
  }

  @Test func `another place is told before a start pauses the ledger for it`() async throws {
    try await ProvenLedger.with { small in
      _ = try await Installation.notePlace(small.ledger.pool)
      #expect(try await !small.findings(by: .doctor).contains { $0.hasPrefix("paused") })
      for column in ["system_identifier", "database_oid"] {
        try await small.damage("update installation set \(column) = \(column)::bigint - 1")
        let told = try await small.findings(by: .doctor)
        #expect(told.contains { $0.hasPrefix("paused: not yet: the ledger last ran in cluster") })
        try await small.damage(
          "update installation set system_identifier = public.system_identifier(), "
            + "database_oid = (select oid from pg_database where datname = current_database())")
      }
      #expect(try await Installation.notePlace(small.ledger.pool) == false)
    }
  }

  @Test func `a key that no event tells of is broken until it is revoked`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        """
        insert into api_key (id, name, scopes, digest, created_at) values
          ('0badc0de', 'intruder', '{admin}', sha256('intruder'), '2020-01-01')
        """)
      #expect(
        try await small.findings(by: .verify) == [
          "table api_key, row 0badc0de: no event tells of it"
        ])
      let keys = APIKeys(
        pool: small.ledger.pool, log: small.ledger.log, now: { TestLedger.now })
      #expect(try await keys.revoke(id: "0badc0de"))
      #expect(try await small.findings(by: .verify) == [])
    }
  }

  @Test(arguments: [
    ("unpriced", "it waits for a catalog"), ("unreadable", "it waits for no reason"),
  ])
  func `a chain that waits for a wrong reason is found with its wallet`(
    reason: String, words: String
  ) async throws {
    try await ProvenLedger.with { small in
      // A lane that is read again owes nothing for certain.
      try await small.damage(
        "delete from granting_backfill; insert into granting_wait (lane, stream, reason) "
          + "select lane, stream, '\(reason)' from coin_grant order by stream limit 1")
      let found = try await small.findings(by: .wallets)
      #expect(
        found.contains { $0.contains(words) && $0.contains("table granting_wait") }, "\(found)")
    }
  }

  @Test(arguments: ["projections", "granting", "outbox", "reconciliation"])
  func `a checkpoint ahead of the log is found, whichever consumer has it`(
    consumer: String
  ) async throws {
    try await ProvenLedger.with { small in
      let count = try await small.ledger.count(
        "select count(*) from consumer_checkpoint where consumer = '\(consumer)'")
      try #require(count > 0)
      try await small.damage(
        "update consumer_checkpoint set position = position + 1000 where consumer = '\(consumer)'")
      let found = try await small.findings(by: .verify)
      let ahead = found.filter { $0.contains("events would be passed over") }
      #expect(
        ahead.count == Int(count)
          && ahead.allSatisfy { $0.contains(", \(consumer): column position") })
      let told = try await small.findings(by: .doctor)
      #expect(told.contains { $0.contains("events beyond the log") }, "\(told)")
    }
  }

  @Test func `a checkpoint ahead of lane 0 is found`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage("update consumer_checkpoint set shared_position = 1000")
      let found = try await small.findings(by: .verify)
      #expect(
        found.contains { $0.contains("column shared_position is 1000, and the log ends at 1") },
        "\(found)")
      try await small.damage(
        "update consumer_checkpoint set shared_position = 0 where consumer <> 'outbox'")
      let told = try await small.findings(by: .doctor)
      #expect(told.contains { $0.hasPrefix("outbox: its checkpoint is") }, "\(told)")
    }
  }

  @Test func `an unreadable event of lane 0 hides nothing else`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage(
        "update event set schema_version = 99 where lane = 0 and position = 1; "
          + "update consumer_checkpoint set position = position + 1000 where consumer = 'outbox'")
      let found = try await small.findings(by: .verify)
      #expect(found.contains { $0.contains("event 0-1") && $0.contains("version 99") }, "\(found)")
      #expect(found.contains { $0.contains("events would be passed over") }, "\(found)")
      #expect(!found.contains { $0.hasPrefix("not started") }, "\(found)")
    }
  }

  @Test func `every broken event of a lane is named, up to a hundred`() async throws {
    try await TestLedger.with { ledger in
      let facts = (1...150).map { number in
        TransactionFact.subscription(
          TransactionID("\(number)"), from: Instant(milliseconds: Int64(number)),
          to: Instant(milliseconds: 10_000))
      }
      let evidence = Evidence(Array("received".utf8))
      _ = try await ledger.log.append(
        facts.map { NewEvent(.chain(.transactionObserved($0)), evidence: evidence) })
      let lane = ledger.log.lane(of: .chain(facts[0].chain))
      let damage = { (sql: String) in
        try await ledger.owner.withConnection { connection in
          try await connection.script(
            "begin; set local session_replication_role = replica; \(sql); commit")
        }
      }
      try await damage(
        """
        update event set product = (select min(id) from interned_string), quantity = 7
        where lane = \(lane) and position in (3, 5);
        update event set quantity = 7 where lane = \(lane) and position = 8
        """)
      let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
      let few = try await Verification(pool: ledger.pool, log: log).report(now: TestLedger.now)
      #expect(few.broken.map(\.place) == [3, 5, 8].map { "event \(lane)-\($0)" })
      #expect(few.broken.last?.finding.hasPrefix("column quantity was changed") == true)
      try await damage("update event set quantity = 9 where lane = \(lane)")
      let many = try await Verification(pool: ledger.pool, log: log).report(now: TestLedger.now)
      #expect(many.broken.count == 100)
    }
  }

  @Test func `projections that were never read are not built yet, and not broken`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage("delete from consumer_checkpoint where consumer = 'projections'")
      var verification = Verification(pool: small.ledger.pool, log: small.ledger.log)
      verification.includesProjections = true
      let report = try await verification.report(now: TestLedger.now)
      #expect(report.whole)
      #expect(report.projections?.contains { !$0.built } == true)
      #expect(report.lines.contains { $0.contains("not built yet, so not compared") })
    }
  }
}
