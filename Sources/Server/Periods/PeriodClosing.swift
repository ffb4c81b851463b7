package import EventStore
import Intake
package import Ledger
package import Postgres
package import Projections
package import Reconciliation
package import Reports

/// The closing of periods of one app in one environment.
package struct PeriodClosing: Sendable {
  private let log: EventLog
  private let app: BundleID
  private let environment: StoreEnvironment
  private let store: PeriodStore
  private let service: ReportService
  private let obstacles: PeriodObstacles
  private let policy: SecondPersonPolicy
  private let now: @Sendable () -> Instant

  package init(
    pool: Pool, log: EventLog, known: KnownStores, of app: BundleID,
    in environment: StoreEnvironment, policy: SecondPersonPolicy = .off,
    now: @escaping @Sendable () -> Instant
  ) {
    self.log = log
    self.app = app
    self.environment = environment
    self.policy = policy
    self.now = now
    store = PeriodStore(pool)
    service = ReportService(pool: pool, log: log)
    obstacles = PeriodObstacles(pool: pool, log: log, known: known)
  }

  /// Lends the closing of an app's periods, over projections that cover all events recorded so far.
  package static func with<Result: Sendable>(
    _ settings: Settings, app: String?, in environment: StoreEnvironment, seals: Bool = true,
    _ body: (PeriodClosing) async throws -> Result
  ) async throws -> Result {
    try await Composition.with(settings, app: app, seals: seals) { composition, bundleID in
      try await ProjectedLedger.project(composition.log, in: composition.database)
      return try await body(
        PeriodClosing(
          pool: composition.database.pool, log: composition.log,
          known: composition.reconciliation.known, of: bundleID, in: environment,
          policy: composition.apps.first { $0.bundleID == bundleID }?.secondPerson ?? .off,
          now: Composition.now))
    }
  }

  /// Closes a period: takes a cut, makes the reports at the cut, and keeps their bytes.
  ///
  /// - Parameters:
  ///   - reason: the reason for closing a period although something may be incomplete; nil to refuse that. The
  ///     close is then a forced one, also if nothing proves to be incomplete.
  ///   - second: the second person, whom the app's policy may demand for that.
  package func close(
    _ period: ReportingPeriod, by author: String, forcedBecause reason: String?,
    with second: ActAuthor? = nil
  ) async throws -> PeriodClose {
    try await requireTurn(of: period)
    let leftOut = try await obstacles.deadLetters()
    let obstacles = try await obstacles.found(for: app, in: environment, at: now())
    guard obstacles.isEmpty || reason != nil else {
      throw Failure(
        "\(period.name) is not closed: \(obstacles.joined(separator: "; ")). Mend this, or close it "
          + "with --force --reason")
    }
    guard reason == nil || second != nil || !policy.demands(.forcedClose) else {
      throw Failure(
        "\(period.name) is not closed: a forced close of \(app) needs a second person: pass the file of "
          + "another admin key as --second-key-file")
    }
    let moment = try await log.cut().moment
    let position = try await log.position(knownAt: moment)  // that of the reports
    var stored: [PeriodStore.StoredReport] = []
    let kept = ReportSpecification.all.filter(\.isKept).map(\.name)
    for name in kept where !ReportService.ofSubscribers.contains(name) {
      let report = try await service.report(request(name, of: period, knownAt: moment))
      stored += try Self.kept(report, name)
    }
    let subscribers = request(.subscribers, of: period, knownAt: moment)
    for (name, report) in try await service.subscriberReports(subscribers)
    where kept.contains(name) {
      stored += try Self.kept(report, name)
    }
    let close = PeriodClose(
      period, closedAt: moment, position: position, closedBy: author,
      forcedBecause: reason, rules: RulesChanged.present, leftOut: leftOut)
    let totals = try await service.totals(of: period, app, in: environment, knownAt: moment)
    let told = try await BookDecisions(log).record(
      event(of: close, totals, stored, with: reason == nil ? nil : second))
    try await store.close(close, of: app, in: environment, totals, stored, told: told)
    return close
  }

  /// Returns the event that seals a close: the digests of everything that is kept.
  private func event(
    of close: PeriodClose, _ totals: PeriodTotals, _ reports: [PeriodStore.StoredReport],
    with second: ActAuthor?
  ) -> PeriodClosed {
    PeriodClosed(
      environment: environment, bundleID: app, name: close.period.name,
      calendar: close.period.calendar.rawValue, endsAt: close.period.to, closedAt: close.closedAt,
      cut: close.position, author: close.closedBy, forcedBecause: close.forcedBecause,
      secondPerson: second, rules: RulesChanged.present, leftOut: close.leftOut,
      sums: totals.digest,
      reports: reports.map {
        PeriodClosed.KeptReport(report: $0.report, format: $0.format, digest: Digest(of: $0.body))
      })
  }

  private func request(
    _ name: ReportName, of period: ReportingPeriod, knownAt moment: Instant
  ) -> ReportRequest {
    var request = ReportRequest(name, of: app, in: environment)
    request.limit(to: period)
    request.knownAt = moment
    return request
  }

  /// Returns a report in every format, as one of a closed period. Leaves out a worksheet that would be too large.
  private static func kept(
    _ report: Report, _ name: ReportName
  ) throws -> [PeriodStore.StoredReport] {
    let closed = report.with(state: .closed)
    return try name.specification.formats.compactMap { format -> PeriodStore.StoredReport? in
      do {
        return PeriodStore.StoredReport(
          report: name.rawValue, format: format.rawValue,
          body: try ReportFile.bytes(closed, as: format))
      } catch is WorksheetTooLarge {
        return nil
      }
    }
  }

  package func closes() async throws -> [PeriodClose] {
    try await store.closes(of: app, in: environment)
  }

  /// Throws unless the period has passed and is the next one to be closed.
  private func requireTurn(of period: ReportingPeriod) async throws {
    guard period.to <= now() else {
      throw WrongUsage("\(period.name) ends on \(period.to) and cannot be closed before")
    }
    guard let last = try await closes().last else { return }
    guard last.period.calendar == period.calendar else {
      throw WrongUsage(
        "--calendar is \(last.period.calendar.rawValue) since \(last.period.name) was closed by it")
    }
    guard last.period.next == period else {
      throw WrongUsage(
        "\(last.period.name) is the last closed period; the next one is \(last.period.next.name)")
    }
  }
}
