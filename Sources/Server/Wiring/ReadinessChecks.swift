import EventProcessing
import EventStore
import Granting
import HTTP
import Ledger
import Postgres
import Projections
import Reconciliation

/// The checks by which this process knows that it can serve.
struct ReadinessChecks: Sendable {
  let database: Database
  let log: EventLog
  let projections: ProjectionConsumer
  let granting: GrantingConsumer
  /// The consumers other than the projections and granting.
  let others: [any EventConsumer]

  var all: [ReadinessCheck] {
    [
      check("database", checkDatabase), check("writes", checkWrites),
      check("ledger", checkLedger), check("consumers", checkConsumers),
      check("notifications", checkNotifications),
      check("projections", checkProjections),
    ]
  }

  /// Returns a check that tells the cause and the remedy of an error of the database.
  private func check(
    _ name: String, _ look: @escaping @Sendable () async throws -> ReadinessFinding
  ) -> ReadinessCheck {
    ReadinessCheck(name) { [outage = log.outage] in
      do {
        return try await look()
      } catch let error as PostgresError {
        var finding = ReadinessFinding(ok: false, detail: error.sentence)
        finding.isOfOutage = outage.failed("the check of readiness", error)
        return finding
      }
    }
  }

  /// Passes if the database answers, takes writes and has the schema of this program.
  @Sendable private func checkDatabase() async throws -> ReadinessFinding {
    let isReadOnly = try await database.health.withConnection { connection in
      try await connection.query(Self.readOnly)[0].decode(Bool.self)
    }
    guard !isReadOnly else {
      return ReadinessFinding(
        ok: false, detail: "the database is read-only: a standby, or switched so by an operator")
    }
    log.outage.succeeded()
    let pending = try await Database.migrator.pending(database.health)
    return ReadinessFinding(
      ok: pending.isEmpty, detail: pending.isEmpty ? nil : "pending: run `daicho migrate`")
  }

  /// Fails for a while after a commit that the database refused for lack of resources.
  @Sendable private func checkWrites() async throws -> ReadinessFinding {
    guard let failure = log.recentWriteFailure else { return ReadinessFinding(ok: true) }
    return ReadinessFinding(ok: false, detail: "the last commit failed: \(failure.sentence)")
  }

  /// Passes with a word if the ledger is paused: it records and answers, and sends nothing.
  @Sendable private func checkLedger() async throws -> ReadinessFinding {
    let installation = log.installation
    guard let since = installation.pausedSince else { return ReadinessFinding(ok: true) }
    let reason = installation.pausedBecause.map { ", because \($0)" } ?? ""
    return ReadinessFinding(
      ok: true, detail: "paused since \(since)\(reason): run `daicho recover`")
  }

  /// Reports lags, and never fails for them: who reads can wait, and what is posted is recorded.
  /// Projections also read what granting appends, so their lag is read last.
  @Sendable private func checkConsumers() async throws -> ReadinessFinding {
    var lags: [Lag] = []
    for consumer in others + [granting, projections] {
      lags.append(try await Lag.read(of: consumer, log: log, in: database.pool))
    }
    return ReadinessFinding(
      projections: lags.removeLast(), granting: lags.removeLast(), others: lags)
  }

  /// Passes with a word about notifications that were refused in the last day.
  @Sendable private func checkNotifications() async throws -> ReadinessFinding {
    let now = log.clock.now() ?? Composition.now()
    let refused = try await RefusedNotifications(database.pool)
      .since(now + RejectionExamination.lastDay)
    return ReadinessFinding(
      ok: true, detail: refused.isEmpty ? nil : RejectionExamination.sentence(refused))
  }

  /// Passes with a word about a rebuild, and about projections that were never built.
  @Sendable private func checkProjections() async throws -> ReadinessFinding {
    if let progress = try await RebuildStatus.read(in: database.pool).progress {
      return ReadinessFinding(ok: true, detail: progress.sentence)
    }
    let isBuilt = try await LiveProjections(pool: database.pool, log: log).isBuilt()
    return ReadinessFinding(
      ok: true, detail: isBuilt ? nil : RebuildError.neverBuilt.description)
  }

  private static let readOnly = Statement(
    unsafeSQL: "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean",
    name: "read_only")
}
