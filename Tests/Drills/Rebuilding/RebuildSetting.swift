import AppStoreSimulator
import Foundation
import Postgres

/// A ledger whose projections are rebuilt, the store whose customers it serves, and those who read.
struct RebuildSetting: Sendable {
  let process: LedgerProcess
  let store: LivingStore
  let server: GameServer
  let reader: LedgerReader
  let tell: @Sendable (String) -> Void

  /// Opens the store and the ledger, and ends them afterwards. Notifications come from the store alone,
  /// so the ledger does not look for missed ones.
  static func whileServing<Answer: Sendable>(
    _ binary: URL, below home: URL, port: Int, _ crowd: Crowd, ending end: Int64, in strides: Int64,
    tell: @escaping @Sendable (String) -> Void,
    _ body: @escaping @Sendable (RebuildSetting) async throws -> Answer
  ) async throws -> Answer {
    let (authority, developerKey) = (try SigningAuthority(), DeveloperKey())
    return try await SharedPostgres.whileTended(home: home.appending(path: "database")) {
      postgres in
      let process = LedgerProcess(
        binary: binary, home: home.appending(path: "ledger"), port: port, shared: postgres)
      try process.prepare(
        bundleID: LivingStore.app.bundleID, appAppleID: LivingStore.app.appAppleID,
        rootCertificatePEM: authority.rootCertificatePEM)
      try await process.command("migrate")
      try await DrillGoods.publish(.game, at: 0, to: process)
      let key = try await process.makeKey(scopes: "admin")
      let store = LivingStore(
        of: crowd, ending: end, in: strides, signedBy: authority, developerKey: developerKey,
        telling: HTTPLedgerLine(to: process.url, key: key).send)
      return try await store.simulation.whileOpen { url in
        try process.prepare(
          bundleID: LivingStore.app.bundleID, appAppleID: LivingStore.app.appAppleID,
          rootCertificatePEM: authority.rootCertificatePEM,
          asking: StoreAccess(url: url, key: developerKey, finishes: true, sharePercent: 100))
        let client = FleetClient(of: [process.url], key: key)
        let setting = RebuildSetting(
          process: process, store: store, server: GameServer(client, key: key),
          reader: LedgerReader(
            of: process.url, key: key, bundleID: LivingStore.app.bundleID),
          tell: tell)
        return try await process.whileServing(only: "http,projections,grants,outbox") {
          try await body(setting)
        }
      }
    }
  }

  /// Returns clients that read accounts.
  func reads(of accounts: [String]) -> AccountReads {
    AccountReads(FleetClient(of: [process.url], key: reader.key), of: accounts)
  }

  /// The number of events in the log.
  func events() async throws -> Int64 {
    try await process.number("select count(*) from event where lane > 0")
  }

  /// Returns once the log has grown by a five hundredth, by what the customers do and by some more purchases.
  func waitForEvents() async throws {
    let events = try await events()
    let more = max(1, events / 500)
    try await store.sellCoins(times: more)
    try await Patience.wait(for: "\(more) events") { try await self.events() >= events + more }
  }

  /// Returns once the database has ended the session of a killed builder, which refuses others till then.
  func waitForKilledBuilder() async throws {
    try await Patience.wait(for: "the end of a killed builder's session") {
      try await process.number(
        """
        select count(*) from pg_locks
        where locktype = 'advisory' and objid = 0
          and classid = \(AdvisoryLock.projectionBuild.rawValue)
          and database = (select oid from pg_database where datname = current_database())
        """) == 0
    }
  }

  /// Runs statements as the owner of the database.
  func script(_ sql: String) async throws {
    try await process.withDatabase { try await $0.script(sql) }
  }

  /// Returns the texts that a statement selects as the owner of the database.
  func texts(_ sql: String) async throws -> [String] {
    try await process.withDatabase { connection in
      try await connection.query(Statement(unsafeSQL: sql)).decode(String.self)
    }
  }
}
