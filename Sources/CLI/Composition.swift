import Access
import AppStore
import EventStore
import Foundation
import HTTP
import Intake
import Ledger
import Logging
import Postgres
import Projections

/// The running system, part by part.
struct Composition: Sendable {
  let apps: [ConfiguredApp]
  let database: Database
  let log: EventLog
  let intake: Intake
  let reader: Reader
  let keys: APIKeys
  let projector: Projector
  let readiness: Readiness

  /// Puts the parts together over a database whose schema is current.
  init(_ settings: Settings, on database: Database, logger: Logger) async throws {
    let log = try await EventLog(database.pool)
    let projector = Projector(pool: database.pool, log: log, logger: logger)
    self.database = database
    self.log = log
    self.projector = projector
    apps = try Self.apps(settings)
    intake = Intake(
      apps: apps, verifier: PayloadVerifier(roots: try Self.roots(settings)), log: log,
      now: Self.now)
    reader = Reader(pool: database.pool, log: log)
    keys = APIKeys(pool: database.pool)
    readiness = Readiness(Self.checks(database.pool, projector))
  }

  var backend: Backend {
    Backend(
      apps: apps, intake: intake, reader: reader, keys: keys, readiness: readiness,
      now: Self.now, isTransient: { ($0 as? PostgresError)?.isRetryable ?? false })
  }

  static let now: @Sendable () -> Instant = { Instant(Date()) }

  private static func apps(_ settings: Settings) throws(SettingsError) -> [ConfiguredApp] {
    guard let file = settings.appsFile else {
      throw .missing(
        .apps, remedy: #"name a JSON file such as [{"bundleId": "com.example.game"}]"#)
    }
    return try AppsFile.read(file)
  }

  /// Apple's root, and those of the settings.
  private static func roots(_ settings: Settings) throws -> [RootCertificate] {
    var roots = [RootCertificate.appleG3]
    for path in settings.trustRootFiles {
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw SettingsError.unreadableFile(.trustRoots, path: path)
      }
      do {
        roots.append(try RootCertificate(fileContents: Array(contents)))
      } catch {
        throw SettingsError.malformedFile(path: path, line: nil, reason: error.description)
      }
    }
    return roots
  }

  private static func checks(_ pool: Pool, _ projector: Projector) -> [Readiness.Check] {
    [
      .init("database") {
        _ = try await pool.withConnection { _ in }
        return .init(ok: true)
      },
      .init("migrations") {
        let pending = try await Database.migrator.pending(pool)
        return .init(
          ok: pending.isEmpty, detail: pending.isEmpty ? nil : "pending: run `daicho migrate`")
      },
      .init("projector") { .init(ok: true, lagEvents: try await projector.lag()) },
    ]
  }
}
