import Access
import AppStore
import EventStore
import Foundation
import Intake
import Ledger
import Outbox
import Postgres
import Projections
import Schema
import TestSupport
import Testing

@testable import Server

struct DoctorTests {
  private func examine(
    _ ledger: TestLedger, keyring: Keyring? = nil, isEmbedded: Bool = true, now: Instant? = nil
  ) async -> [String: Finding] {
    let clock: @Sendable () -> Instant = { now ?? Instant(Date()) }
    let findings = await DatabaseExamination(
      pool: ledger.pool, owner: ledger.owner,
      migrator: Migrator(migrations: MigratedDatabase.migrations),
      keyring: keyring ?? ledger.keyring, isEmbedded: isEmbedded, now: clock
    ).findings(DoctorRound(patience: .seconds(120)))
    return Dictionary(uniqueKeysWithValues: findings.map { ($0.check, $0) })
  }

  private func script(_ ledger: TestLedger, _ sql: String) async throws {
    try await ledger.owner.withConnection { connection in try await connection.script(sql) }
  }

  @Test func `a ledger in order is in order`() async throws {
    try await TestLedger.with { ledger in
      let findings = await examine(ledger)
      // The server of the tests does not wait for its disk and is set for short logs, and the doctor warns
      // about both.
      let ofTests: Set = ["durability", "database settings"]
      let wrong = findings.values.filter { $0.verdict != .ok && !ofTests.contains($0.check) }
      #expect(wrong == [])
      #expect(
        Set(findings.keys) == [
          "database", "database sessions", "database settings", "durability", "clock", "schema",
          "rights", "guards",
          "master keys", "API keys", "events of API keys", "servers",
          "writes", "outbox jobs", "notifications",
          "full", "partitions", "paused", "projection chains", "dead letters of chains",
          "projection tenure",
          "dead letters of tenure", "projection commission", "dead letters of commission",
          "projection grants", "dead letters of grants", "granting", "dead letters of granting",
          "outbox", "dead letters of outbox", "reconciliation", "dead letters of reconciliation",
          "tenure", "coins", "grants", "prices", "requests to Apple", "wallets", "owners",
          "terms", "backup",
        ])
    }
  }

  @Test func `a request to Apple that was given up is a warning until it is retried`() async throws
  {
    try await TestLedger.with { ledger in
      let jobs = ["1000", "2000"].map {
        NewJob(
          .history, about: $0, in: .production, of: TestLedger.bundleID, dueAt: TestLedger.now)
      }
      try await ledger.queue.enqueue(jobs, at: TestLedger.now)
      let administration = ledger.queue.administration
      for (job, reason) in zip(jobs, ["apple_4040010", JobKind.purchaseUnknown]) {
        #expect(try await administration.park(job.id, reason: reason, at: TestLedger.now))
      }
      let finding = try #require(await examine(ledger)["requests to Apple"])
      #expect(finding.verdict == .warn)
      #expect(finding.found.contains("given up: 1 of com.example.game in Production"))
      #expect(finding.remedy?.contains("daicho outbox retry --kind history") == true)
      #expect(
        try await administration.retry(
          JobFilter(state: .parked, reason: "apple_4040010"), at: TestLedger.now) == 1)
      #expect(await examine(ledger)["requests to Apple"]?.verdict == .ok)
    }
  }

  @Test func `a coin without a wallet is a warning until a catalog declares it`() async throws {
    try await TestLedger.with { ledger in
      let month = CatalogProduct(
        "com.example.month", type: .autoRenewable, grants: [ProductGrant("gem", 50)])
      for coins in [[:], ["gem": .daicho]] as [[Coin: CoinWallet]] {
        _ = try await ledger.intake.catalogs.publish(
          Catalog([month], coins: coins), of: TestLedger.bundleID,
          validFrom: Instant(day: "2026-01-01"))
        let finding = await examine(ledger)["wallets"]
        #expect((finding?.verdict == .warn) == coins.isEmpty)
        #expect(finding?.found.contains("gem of com.example.game") == coins.isEmpty)
      }
    }
  }

  /// Japan has terms of its own since December 2025; a charge there of 2026 is rated by them as soon as
  /// they are published, and one of before needs none.
  @Test(arguments: [("2026-02-01", true), ("2025-02-01", false)])
  func `a charge under general rates where Apple has special ones is a warning`(
    start: String, isSpecial: Bool
  ) async throws {
    try await TestLedger.with { ledger in
      var months = PaidMonths("5000")
      (months.storefront, months.start) = ("JPN", Instant(day: start))
      try await ledger.record(months.events(2))
      try await ledger.project()
      let finding = await examine(ledger)["terms"]
      #expect((finding?.verdict == .warn) == isSpecial)
      #expect(finding?.found.contains("JPN (2 of com.example.game)") == isSpecial)
      let terms = CommissionTerms.standard.adding([
        CommissionTerm("Japan", storefronts: ["JPN"], thousandths: 260)
      ])
      _ = try await ledger.intake.commission.publish(
        terms, .apple, in: .production)
      try await ledger.project()
      #expect(await examine(ledger)["terms"]?.verdict == .ok)
    }
  }

  /// The present is 2026-06-01, and fourteen days on it is the 15th.
  @Test(
    arguments: [
      ("2026-06-15", true), ("2026-06-16", false), ("2026-05-31", false), (nil, false),
    ] as [(String?, Bool)])
  func `a key that expires within fourteen days is a warning, unless it is revoked`(
    day: String?, isSoon: Bool
  ) async throws {
    try await TestLedger.with { ledger in
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      let key = try await keys.create(
        name: "shop", scopes: [.read], expiresAt: day.map { Instant(day: $0) })
      let finding = await examine(ledger, now: TestLedger.now)["API keys"]
      #expect(finding?.verdict == (isSoon ? .warn : .ok))
      #expect(finding?.found.contains("\(key.id) (shop) at 2026-06-15T00") == isSoon)
      _ = try await keys.revoke(id: key.id)
      #expect(await examine(ledger, now: TestLedger.now)["API keys"]?.verdict == .ok)
    }
  }

  @Test func `a key that no event tells of is a failure beside one that ends soon`() async throws {
    try await TestLedger.with { ledger in
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      let key = try await keys.create(
        name: "shop", scopes: [.read], expiresAt: Instant(day: "2026-06-15"))
      try await script(
        ledger,
        """
        begin; set local session_replication_role = replica;
        insert into api_key (id, name, scopes, digest, created_at) values
          ('0badc0de', 'intruder', '{admin}', sha256('intruder'), '2020-01-01');
        commit
        """)
      let both = await examine(ledger, now: TestLedger.now)
      #expect(
        both["API keys"]?.found
          == "soon to expire: \(key.id) (shop) at 2026-06-15T00:00:00.000Z")
      let untold = both["events of API keys"]
      #expect(untold?.verdict == .fail)
      #expect(untold?.found == "no event tells who created 0badc0de (intruder)")
      #expect(untold?.remedy?.contains("`daicho keys revoke`") == true)
      _ = try await keys.revoke(id: "0badc0de")
      #expect(await examine(ledger, now: TestLedger.now)["events of API keys"]?.verdict == .ok)
    }
  }

  @Test func `a paused ledger is a failure with the reason`() async throws {
    try await TestLedger.with { ledger in
      try await script(ledger, "select pause_ledger('the database lacks commits')")
      let finding = await examine(ledger)["paused"]
      #expect(finding?.verdict == .fail)
      #expect(finding?.found.contains(", because the database lacks commits: nothing") == true)
    }
  }

  @Test func `every problem is reported with its remedy`() async throws {
    try await TestLedger.with { ledger in
      let fact = TransactionFact.subscription(
        "1", from: TestLedger.now, to: Instant(milliseconds: 1))
      let evidence = Evidence(Array("received".utf8))
      _ = try await ledger.log.append(
        [NewEvent(.chain(.transactionObserved(fact)), evidence: evidence)])
      try await script(
        ledger,
        """
        grant delete on event to \(try await ledger.applicationRole()); drop table event_p1, event_p2;
        alter table lane_batch disable trigger is_append_only;
        insert into dead_letter values ('chains', 1, 1, 'test')
        """)
      let other = try Keyring(try Keyring.generate(id: "other"))
      let found = await examine(ledger, keyring: other, now: TestLedger.now)
      #expect(found["rights"]?.found == "the application may DELETE on event")
      #expect(found["rights"]?.verdict == .fail)
      #expect(found["guards"]?.found == "no trigger rejects changes of lane_batch")
      #expect(found["master keys"]?.found == "the file lacks k1")
      #expect(found["master keys"]?.remedy?.contains("`daicho verify` names") == true)
      #expect(found["clock"]?.verdict == .fail)
      #expect(found["partitions"]?.verdict == .warn)
      #expect(found["partitions"]?.found == "16777214 positions are left in the fullest lane")
      #expect(found["dead letters of chains"]?.found == "1 in lane 1")
      #expect(found["dead letters of chains"]?.verdict == .fail)
      #expect(found.values.allSatisfy { ($0.verdict == .ok) == ($0.remedy == nil) })
    }
  }

  @Test func `a master key of other content under a known id is a failure`() async throws {
    try await TestLedger.with { ledger in
      try await MasterKeyRegister(ledger.pool).admit(ledger.keyring)
      let other = try Keyring(Keyring.generate(id: "k1"))
      let finding = await examine(ledger, keyring: other)["master keys"]
      #expect(finding?.verdict == .fail)
      #expect(finding?.found.contains("is not the one that this ledger knows as k1") == true)
      #expect(finding?.remedy?.contains("every host needs the same file") == true)
      #expect(await examine(ledger)["master keys"]?.verdict == .ok)
    }
  }

  /// The server of the tests is entered as a superuser, which an embedded one always is.
  @Test(arguments: [(true, "ok"), (false, "warn")])
  func `a login that could lift the guards is a warning, except on the embedded server`(
    isEmbedded: Bool, verdict: String
  ) async throws {
    try await TestLedger.with { ledger in
      let finding = await examine(ledger, isEmbedded: isEmbedded)["rights"]
      #expect(finding?.verdict.rawValue == verdict)
      #expect(finding?.found.contains("SUPERUSER") == !isEmbedded)
      let role = try await ledger.applicationRole()
      #expect(finding?.remedy?.contains("in role \(role)`") == (isEmbedded ? nil : true))
    }
  }

  @Test func `purchases that wait for a catalog are reported by their products`() async throws {
    try await TestLedger.with { ledger in
      var tried = GemPurchase("3")
      tried.environment = .sandbox
      try await ledger.record([
        GemPurchase("1").bought(), GemPurchase("2").bought(), tried.bought(),
      ])
      try await ledger.project()
      let found = await examine(ledger)["coins"]
      #expect(found?.verdict == .fail)
      #expect(
        found?.found == "3 purchases wait for a catalog: gems of com.example.game in Production "
          + "(2), gems of com.example.game in Sandbox (1)")
      #expect(found?.remedy?.contains("`daicho catalog publish`") == true)
    }
  }

  @Test func `a schema that is behind is reported, and nothing that depends on it`() async throws {
    try await TestLedger.with { ledger in
      try await script(
        ledger,
        "delete from schema_migration where version = (select max(version) from schema_migration)")
      let found = await examine(ledger)
      #expect(found["schema"]?.remedy == "run `daicho migrate`")
      #expect(found["rights"] == nil)
    }
  }

  @Test func `a changed digest of a migration is told with the statement that restores it`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await script(ledger, "update schema_migration set digest = sha256('other')")
      let found = await examine(ledger)["schema"]
      #expect(found?.verdict == .fail)
      #expect(found?.found.contains("migration \(Schema.version) has the digest") == true)
      let words = found?.remedy?.split(separator: "`").map(String.init) ?? []
      try await script(ledger, try #require(words.first { $0.hasPrefix("update") }))
      #expect(await examine(ledger)["schema"]?.verdict == .ok)
    }
  }

  @Test func `no room at all is a failure`() {
    #expect(LogExamination.partitions(left: 0).verdict == .fail)
    #expect(LogExamination.partitions(left: Inspection.partitionSize).verdict == .ok)
  }

  @Test func `settings that name nothing are reported by their keys`() throws {
    let settings = try Settings(flags: [.trustRoots: "/nowhere.pem"])
    let findings = SettingsExamination(settings, now: TestLedger.now).findings()
    #expect(findings.map(\.verdict) == [.fail, .ok, .ok, .fail])
    #expect(findings[0].found == "DAICHO_APPS is not set")
    #expect(findings[1].found == "their issuers are not asked")
    #expect(findings[2].found == "valid until 2039-04-30T18:19:06.000Z")
    #expect(findings[3].remedy == "correct DAICHO_TRUST_ROOTS")
  }

  @Test(
    arguments: [
      ("sharedSecretFile", nil), ("sharedSecretFile", ""), ("xcodeRootFile", nil),
      ("xcodeRootFile", "x"),
    ] as [(String, String?)])
  func `a file of an app at which the server would stop is a failure`(
    field: String, contents: String?
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in a temporary place
    let named = folder.appending(path: "named")
    if let contents { try Data(contents.utf8).write(to: named) }
    let apps = folder.appending(path: "apps.json")
    try Data(#"[{"bundleId": "a", "\#(field)": "\#(named.path)"}]"#.utf8).write(to: apps)
    let settings = try Settings(flags: [.apps: apps.path])
    #expect(throws: SettingsError.self) { try TrustedFiles(settings) }
    let failures = SettingsExamination(settings, now: TestLedger.now).findings()
      .filter { $0.verdict == .fail }
    #expect(failures.count == 1)
    #expect(failures.first?.found.contains(named.path) == true)
    #expect(failures.first?.remedy?.contains("`\(field)`") == true)
  }

  @Test(arguments: [("2039-03-01", "warn"), ("2040-01-01", "fail")])
  func `a root that ends is reported in time`(day: String, verdict: String) throws {
    let findings = SettingsExamination(try Settings(), now: Instant(day: day)).findings()
    #expect(findings.last?.verdict.rawValue == verdict)
  }

  @Test func `a grant that a wallet has no room for is full, to the doctor and in explain`()
    async throws
  {
    try await TestLedger.with { ledger in
      let gems = CatalogProduct(
        "gems", type: .consumable, grants: [ProductGrant("gem", Coin.grantMax)])
      _ = try await ledger.intake.catalogs.publish(
        Catalog([gems], coins: ["gem": .daicho]), of: TestLedger.bundleID,
        validFrom: GemPurchase("1").boughtAt)
      let anna = try await ledger.known("anna").reference
      for id in ["1", "2"] as [TransactionID] {
        var pack = GemPurchase(id)
        pack.quantity = 10
        try await ledger.record([pack.bought(), pack.owned(by: anna)])
        try await ledger.grant()
      }
      try await ledger.project()
      let finding = try #require(await examine(ledger)["full"])
      #expect(finding.verdict == .fail)
      #expect(finding.found.contains("gem of transaction 2 of com.example.game"))
      let explained = try await PurchaseExplanation(
        GemPurchase("2").chain, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(explained.lines.contains { $0.contains("pending  of anna, full") })
    }
  }
}
