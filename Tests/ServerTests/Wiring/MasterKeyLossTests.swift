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

@testable import Server

/// A ledger after the loss of its master key, with posts, `verify` and `evidence rewrap`.
struct MasterKeyLossTests {
  private static func post(
    _ id: String, of chain: String, _ ledger: TestLedger, by log: EventLog
  ) async throws {
    let intake = Intake(
      apps: [TestLedger.app()], verifier: ledger.verifier, log: log, now: { TestLedger.now })
    let signed = try ledger.authority.sign(
      payload: TestLedger.transaction(
        id, chain: chain, from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01")))
    _ = try await intake.documents.ingest(Array(signed.utf8))
  }

  private static func loss(
    _ ledger: TestLedger, _ keyring: Keyring, _ log: EventLog
  ) async throws -> MasterKeyLoss {
    let intake = Intake(
      apps: [TestLedger.app()], verifier: ledger.verifier, log: log, now: { TestLedger.now })
    return try await MasterKeyLoss(
      of: "k1", author: "jo", reason: "the disk broke",
      KeyLoss(of: "k1", ledger.pool, keyring: keyring), recordedBy: intake.installation)
  }

  @Test func `is recorded with author and reason, and posts work again`() async throws {
    try await TestLedger.with { ledger in
      try await Self.post("2000", of: "2000", ledger, by: ledger.log)
      let keyring = try Keyring(Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      await #expect(throws: (any Error).self) {
        try await Self.post("2001", of: "2000", ledger, by: log)
      }
      let loss = try await Self.loss(ledger, keyring, log)
      #expect(loss.streams == 1)
      try await Self.post("2001", of: "2000", ledger, by: log)
      let recorded = try await log.reading.shared().compactMap { event -> EvidenceLost? in
        if case .shared(.evidenceLost(let lost)) = event.event { lost } else { nil }
      }
      #expect(
        recorded == [
          EvidenceLost(
            masterKey: "k1", streams: 1, author: "jo", reason: "the disk broke",
            lostAt: TestLedger.now)
        ])
      // The same again has nothing to put aside, and records nothing.
      let failure = await #expect(throws: Failure.self) {
        try await Self.loss(ledger, keyring, log)
      }
      #expect(failure?.description.hasPrefix("nothing is lost") == true)
      #expect(failure?.description.contains("`daicho verify` names the statement") == true)
      #expect(try await log.reading.shared().count == 1)

      var verification = Verification(pool: ledger.pool, log: log)
      verification.roots = [
        .appleG3, try RootCertificate(fileContents: ledger.authority.rootCertificateDER),
      ]
      let report = try await verification.report(now: TestLedger.now)
      #expect(report.broken == [])
      #expect(report.evidence == .init(verified: 1, erased: 0, lost: 1))
      #expect(
        report.lines.contains("evidence: 1 verified, 0 erased, 1 lost with their master key"))
    }
  }

  @Test func `leaves an account whose name is known again with its next purchase`() async throws {
    try await TestLedger.with { ledger in
      func post(_ id: String, to intake: Intake) async throws {
        let pack = TestLedger.transaction(
          id, chain: id, product: "gems", type: "Consumable", from: Instant(day: "2026-04-01"))
        _ = try await intake.transactions.receive(
          TransactionPost(
            account: "anna", signedTransactions: [try ledger.authority.sign(payload: pack)]))
      }
      let names = "select count(*) from account_name"
      try await post("1", to: ledger.intake)
      #expect(try await ledger.count(names) > 0)
      let keyring = try Keyring(Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      _ = try await Self.loss(ledger, keyring, log)
      #expect(try await ledger.count(names) == 0)
      let intake = Intake(
        apps: [TestLedger.app()], verifier: ledger.verifier, log: log, now: { TestLedger.now })
      // A repeated post records nothing, and so no name.
      try await post("1", to: intake)
      #expect(try await ledger.count(names) == 0)
      try await post("2", to: intake)
      #expect(try await ledger.count(names) > 0)
    }
  }

  /// The rows are the only copy of keys that a person who finds the master key can still read.
  @Test func `is not deleted where the name of its master key was changed`() async throws {
    try await TestLedger.with { ledger in
      try await Self.post("2000", of: "2000", ledger, by: ledger.log)
      let keyring = try Keyring(Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      _ = try await Self.loss(ledger, keyring, log)
      try await ledger.script("update lost_data_key set master_key = 'k9'")
      let verification = Verification(pool: ledger.pool, log: log)
      let found = try await verification.report(now: TestLedger.now).broken.map(\.finding)
      let finding = try #require(found.first { $0.contains("tells of k9, but of k1") }, "\(found)")
      #expect(
        finding.contains("update lost_data_key set master_key = 'k1' where master_key = 'k9'"))
      #expect(finding.contains("if the rows are forged, run `delete from lost_data_key"))
      try await ledger.script("update lost_data_key set master_key = 'k1'")
      #expect(try await verification.report(now: TestLedger.now).broken == [])
    }
  }

  @Test func `has one remedy, whether a verification or a rewrapping finds the data key`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await Self.post("2000", of: "2000", ledger, by: ledger.log)
      let lacking = try Keyring(Keyring.generate(id: "k2"))
      #expect(try await Self.remedies(ledger, lacking) == [VerifyRemedy.keyFile.sentence])
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          """
          begin; set local session_replication_role = replica;
          update data_key set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1); commit
          """)
      }
      let whole = try ledger.keyring(after: Keyring.generate(id: "k2"))
      #expect(try await Self.remedies(ledger, whole) == [VerifyRemedy.dataKey.sentence])
    }
  }

  /// Returns the remedies that `verify --evidence` names, which must be those of `evidence rewrap`.
  private static func remedies(_ ledger: TestLedger, _ keyring: Keyring) async throws -> [String] {
    let log = try await EventLog(ledger.pool, keyring: keyring)
    let queue = JobQueue(pool: ledger.pool, log: log, keyring: keyring)
    let wrapping = try await DataKeyWrapping(
      log, queue, signed: ActSignature(ActAuthor(name: "jo"), because: "a test"))
    var verification = Verification(pool: ledger.pool, log: log)
    verification.roots = [
      .appleG3, try RootCertificate(fileContents: ledger.authority.rootCertificateDER),
    ]
    let report = try await verification.report(now: TestLedger.now)
    #expect(Array(wrapping.lines.dropFirst(2)) == report.remedies, "\(report.broken)")
    return report.remedies
  }

  @Test func `is what a rewrapping names as the remedy`() async throws {
    try await TestLedger.with { ledger in
      try await Self.post("2000", of: "2000", ledger, by: ledger.log)
      let other = try Keyring(Keyring.generate(id: "k1"))
      try await Self.post(
        "3000", of: "3000", ledger, by: try await EventLog(ledger.pool, keyring: other))
      let keyring = try ledger.keyring(after: Keyring.generate(id: "k2"))
      let log = try await EventLog(ledger.pool, keyring: keyring)
      let queue = JobQueue(pool: ledger.pool, log: log, keyring: keyring)
      let signature = ActSignature(ActAuthor(name: "jo"), because: "k1 was copied")
      let first = try await DataKeyWrapping(log, queue, signed: signature)
      #expect(first.count == 1)
      #expect(!first.isWhole)
      #expect(first.lines[0] == "Wrapped 1 data keys with k2.")
      #expect(first.lines[1].hasPrefix("NOT OPENED stream "))
      #expect(first.lines[1].hasSuffix("wrapped with k1"))
      #expect(first.lines[2].contains("`daicho evidence lost KEY --reason WHY`"))
      _ = try await Self.loss(ledger, keyring, log)
      let second = try await DataKeyWrapping(log, queue, signed: signature)
      #expect(second.isWhole)
      #expect(second.lines == ["Wrapped 0 data keys with k2."])
      // A run without a change leaves no event.
      let acts = try await log.reading.shared().compactMap { event -> ActRecorded? in
        if case .shared(.actRecorded(let act)) = event.event { act } else { nil }
      }
      #expect(acts.map(\.act) == ["evidence.rewrap"])
      #expect(acts.first?.object == "k2" && acts.first?.author.name == "jo")
      #expect(acts.first?.reason == "k1 was copied")
    }
  }
}
