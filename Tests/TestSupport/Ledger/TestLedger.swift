import AppStore
package import AppStoreSimulator
package import EventStore
import Foundation
package import Intake
package import Ledger
import Logging
package import Postgres
package import Projections
import Schema

/// A whole ledger on a database of its own, with a false Apple that it trusts.
package struct TestLedger: Sendable {
  package static let bundleID: BundleID = "com.example.game"
  package static let appAppleID: Int64 = 1_234_567_890
  /// Signatures are made and judged at one fixed moment of the tests' own calendar.
  package static let now = Instant("2026-06-01T00:00:00.000Z")!

  package let pool: Pool
  package let log: EventLog
  package let authority: Authority
  package let intake: Intake
  package let projector: Projector
  package let reader: Reader

  /// Lends a ledger founded anew, and takes its database away afterwards.
  package static func with<Result: Sendable>(
    _ body: @Sendable (TestLedger) async throws -> Result
  ) async throws -> Result {
    try await MigratedDatabase.with { pool in try await body(TestLedger(pool)) }
  }

  private init(_ pool: Pool) async throws {
    self.pool = pool
    try await Installation.found(pool)
    log = try await EventLog(pool)
    authority = try Self.makeAuthority()
    let root = try RootCertificate(fileContents: authority.rootCertificateDER)
    intake = Intake(
      apps: [
        ConfiguredApp(
          bundleID: Self.bundleID, appAppleID: Self.appAppleID,
          environments: [.production, .sandbox])
      ], verifier: PayloadVerifier(roots: [.appleG3, root]), log: log, now: { Self.now })
    projector = Projector(pool: pool, log: log, logger: Logger(label: "test"))
    reader = Reader(pool: pool, log: log)
  }

  /// Certificates valid for the tests' calendar.
  package static func makeAuthority() throws -> Authority {
    try Authority(
      validFrom: Date(timeIntervalSince1970: 1_577_836_800),
      validTo: Date(timeIntervalSince1970: 2_208_988_800))
  }

  /// Projects until nothing is left.
  package func project() async throws {
    while try await projector.runOnce() > 0 {}
  }

  package func account(_ account: AccountID) -> AccountKey {
    AccountKey(environment: .production, bundleID: Self.bundleID, account: account)
  }

  /// How many events the store holds.
  package func eventCount() async throws -> Int64 {
    try await log.position().lanes.values.reduce(0, +)
  }
}

/// A fresh database with the whole schema.
package enum MigratedDatabase {
  package static let migrations = Schema.migrations.map {
    Migration(version: $0.version, name: $0.name, sql: $0.sql)
  }

  private static let scratch = ScratchDatabase(migrations: migrations)

  package static func with<Result: Sendable>(
    _ body: @Sendable (Pool) async throws -> Result
  ) async throws -> Result {
    try await scratch.withScratchDatabase(body)
  }
}
