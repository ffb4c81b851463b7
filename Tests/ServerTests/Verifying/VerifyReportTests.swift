import AppStore
import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

@testable import Server

struct VerifyReportTests {
  private static let token = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"

  /// Runs a ledger with a chain of two months, one from a notification and one from a game, both
  /// projected.
  private func withPurchases(
    _ body: @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let april = TestLedger.transaction(
        "2000", chain: "2000", from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01"),
        token: Self.token)
      let may = TestLedger.transaction(
        "2001", chain: "2000", from: Instant(day: "2026-05-01"), to: Instant(day: "2026-06-01"),
        token: Self.token)
      _ = try await ledger.intake.notifications.receive(
        notification: try ledger.notification("SUBSCRIBED", april))
      _ = try await ledger.intake.documents.ingest(
        Array(try ledger.authority.sign(payload: may).utf8))
      try await ledger.project()
      try await body(ledger)
    }
  }

  private func report(
    _ ledger: TestLedger, keyring: Keyring? = nil,
    _ change: (inout Verification) throws -> Void = { _ in }
  ) async throws -> VerifyReport {
    let log = try await EventLog(ledger.pool, keyring: keyring ?? ledger.keyring)
    var verification = Verification(pool: ledger.pool, log: log)
    try change(&verification)
    return try await verification.report(now: TestLedger.now)
  }

  private func damage(_ ledger: TestLedger, _ sql: String) async throws {
    try await ledger.owner.withConnection { connection in
      try await connection.script(
        "begin; set local session_replication_role = replica; \(sql); commit")
    }
  }

  private func roots(_ ledger: TestLedger) throws -> [RootCertificate] {
    [.appleG3, try RootCertificate(fileContents: ledger.authority.rootCertificateDER)]
  }

  @Test func `a whole ledger is whole to its evidence and projections`() async throws {
    try await withPurchases { ledger in
      let report = try await report(ledger) { verification in
        verification.roots = try roots(ledger)
        verification.includesProjections = true
        verification.includesWallets = true
      }
      #expect(report.broken == [])
      #expect(report.wallets != nil)
      #expect(report.events == (try await ledger.eventCount()))
      #expect(report.evidence == .init(verified: 2, erased: 0))
      #expect(report.projections?.allSatisfy(\.parked.isEmpty) == true)
    }
  }

  @Test func `evidence that was erased is counted, not broken`() async throws {
    try await withPurchases { ledger in
      let account = ledger.account(AccountID(Self.token)).reference
      _ = try await ledger.intake.erasures.erase(account, of: TestLedger.bundleID, in: .production)
      try await ledger.project()
      let report = try await report(ledger) { verification in
        verification.roots = try roots(ledger)
        verification.includesProjections = true
      }
      #expect(report.broken == [])
      #expect(report.evidence == .init(verified: 0, erased: 2))
    }
  }

  @Test func `a master key that is missing is named`() async throws {
    try await withPurchases { ledger in
      let other = try Keyring(try Keyring.generate(id: "other"))
      let report = try await report(ledger, keyring: other) { $0.roots = try roots(ledger) }
      #expect(report.broken.map(\.place) == ["table master_key, row k1"])
      #expect(report.remedies.first?.hasPrefix("Put the line of the key back") == true)
    }
  }

  @Test func `a signature under a root that is not trusted does not verify`() async throws {
    try await withPurchases { ledger in
      let report = try await report(ledger) { $0.roots = [.appleG3] }
      #expect(report.broken.count == 2)
      for broken in report.broken {
        #expect(broken.finding.hasPrefix("it does not verify: the root"))
      }
    }
  }

  @Test(arguments: [
    ("delete from chain_transaction where transaction_id = '2000'", "transaction 2000 is missing"),
    ("delete from chain", "is missing; a replay has it"),
    ("delete from account_chain", "chain 2000 is missing"),
    (
      """
      update chain_transaction
      set state = decode(replace(encode(state, 'hex'),
        encode('com.example.month', 'hex'), encode('com.example.years', 'hex')), 'hex')
      """, "differs from a replay"
    ),
    ("update chain set state = '{}'", "its state cannot be read"),
    (
      "update chain set original_transaction_id = '7'",
      "its state and its columns name different chains"
    ),
    (
      """
      insert into chain_transaction
      select lane, stream, '77', state from chain_transaction limit 1
      """, "transaction 77 is there; a replay has none"
    ),
    (
      """
      insert into account_chain (lane, account_stream, app, environment, original_transaction_id)
      select lane, account_stream, app, environment, '7' from account_chain
      """,
      "chain 7 is there; a replay has none"
    ),
  ])
  func `a row that a replay would not write is found`(sql: String, finding: String) async throws {
    try await withPurchases { ledger in
      try await damage(ledger, sql)
      let report = try await report(ledger) { $0.includesProjections = true }
      #expect(report.broken.contains { $0.finding.contains(finding) }, "\(report.broken)")
    }
  }

  @Test func `what the projector has not read yet is not missed`() async throws {
    try await withPurchases { ledger in
      let transaction = TestLedger.transaction(
        "2002", chain: "2000", from: Instant(day: "2026-05-20"), to: Instant(day: "2026-06-20"))
      _ = try await ledger.intake.notifications.receive(
        notification: try ledger.notification("DID_RENEW", transaction))
      let report = try await report(ledger) { $0.includesProjections = true }
      #expect(report.broken == [])
    }
  }

  @Test func `a dead letter is reported and left out of the replay`() async throws {
    try await withPurchases { ledger in
      try await damage(
        ledger,
        """
        insert into dead_letter (consumer, lane, position, reason)
        select 'chains', lane, position, 'test' from event where transaction_id = '2001';
        delete from chain_transaction where transaction_id = '2001'
        """)
      let report = try await report(ledger) { $0.includesProjections = true }
      #expect(report.projections?.contains { !$0.parked.isEmpty } == true)
      #expect(report.broken.map(\.finding).allSatisfy { !$0.contains("2001") }, "\(report.broken)")
    }
  }
}

struct PublishedHeadTests {
  private func append(_ number: Int, to log: EventLog) async throws {
    let from = Instant(milliseconds: Int64(number))
    let fact = TransactionFact.subscription(
      TransactionID("\(number)"), from: from, to: Instant(milliseconds: 10_000))
    let evidence = Evidence(Array("received".utf8))
    _ = try await log.append([NewEvent(.chain(.transactionObserved(fact)), evidence: evidence)])
  }

  /// Publishes a head after three events, appends two more, and returns the findings.
  private func compare(after sql: String?) async throws -> [String] {
    try await TestLedger.with { ledger in
      for number in 1...3 { try await append(number, to: ledger.log) }
      let head = PublishedHead(
        try await ledger.log.cut(), epoch: ledger.log.installation.epoch)
      let file = try JSONEncoder().encode(head)
      for number in 4...5 { try await append(number, to: ledger.log) }
      if let sql {
        try await ledger.owner.withConnection { connection in
          try await connection.script(
            "begin; set local session_replication_role = replica; \(sql); commit")
        }
      }
      let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
      var verification = Verification(pool: ledger.pool, log: log)
      verification.published = try JSONDecoder().decode(PublishedHead.self, from: file)
      return try await verification.report(now: TestLedger.now).broken.map(\.finding)
    }
  }

  @Test func `a log that went on is the same log`() async throws {
    #expect(try await compare(after: nil) == [])
  }

  @Test func `a tail cut off clean is found by what was published`() async throws {
    let cutOff = [
      "lane_batch where last_position", "event where position", "event_key where position",
      "evidence where position",
    ]
    .map { "delete from \($0) > 2" }.joined(separator: "; ")
    #expect(
      try await compare(after: cutOff) == [
        "its history was cut off: it ends at 2, published was 3"
      ])
  }

  @Test func `a rewritten history is found though it is whole in itself`() async throws {
    let found = try await compare(
      after: "update lane_batch set chain = sha256('another') where first_position = 3")
    #expect(found.first == "its history was rewritten: its chain at 3 is not the one published")
  }

  @Test func `another epoch is another ledger`() async throws {
    let found = try await compare(after: "update installation set epoch = gen_random_uuid()")
    #expect(found.first?.hasPrefix("its epoch is not the published one") == true)
  }
}
