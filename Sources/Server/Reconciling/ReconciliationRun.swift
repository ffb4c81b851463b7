import AppStore
import EventProcessing
package import Ledger
import Outbox
import Reconciliation

/// A run of reconciliation for some apps and environments.
package struct ReconciliationRun: Sendable {
  /// The environments that Apple has.
  package static let environments = StoreEnvironment.ofApple

  /// The longest time to wait for errors that pass by themselves.
  private static let patience = Patience(limit: .seconds(15 * 60), now: Composition.now)

  private let composition: Composition
  private let app: String?
  private let environment: String?

  /// - Parameters:
  ///   - app: the bundle id of the only app; nil for all apps.
  ///   - environment: the only environment; nil for all that are known.
  package init(by composition: Composition, app: String?, environment: String?) {
    self.composition = composition
    self.app = app
    self.environment = environment
  }

  /// Sweeps what was not read yet, or all of the last days, and fetches every pending answer, all stores beside
  /// each other: one that cannot be read is reported, and holds up neither another one nor the answers. Throws if
  /// no such app has a key of the Server API.
  ///
  /// - Parameter onPage: is called with a line of text after each page.
  package func run(
    lastDays days: Int?, onPage: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> ReconcileReport {
    let stores = composition.reconciliation.stores.filter(isMeant)
    guard !stores.isEmpty else {
      throw WrongUsage(
        "no such app has a key of Apple's Server API: put issuerId, keyId and privateKeyFile into "
          + "DAICHO_APPS")
    }
    let deadline = Composition.now() + (Self.patience.limit ?? .zero)
    async let fetched = fetchOwed(until: deadline)
    var report = ReconcileReport()
    for visit in try await visit(stores, lastDays: days, until: deadline, onPage) {
      switch visit.swept {
      case .success(let sweeps): report.add(sweeps, of: visit.store)
      case .failure(let error): report.add(error, of: visit.store)
      }
      report.fetched += visit.fetched
    }
    report.fetched += try await fetched
    report.notFetched = try await notFetched()
    return report
  }

  /// Returns the present status of each app and environment that the ledger knows, by its settings or by
  /// a recorded purchase. Throws if it knows none of them.
  package func status() async throws -> ReconciliationsBody {
    let stores = try await composition.reconciliation.known.all().filter { isMeant($0.endpoint) }
    guard !stores.isEmpty else {
      throw WrongUsage(
        "DAICHO_APPS names no such app in this environment, and no purchase of it is recorded")
    }
    let service = ReconciliationService(composition.database.pool, log: composition.log)
    let statuses = try await service.statuses(of: stores, at: Composition.now())
    let refused = try await RefusedNotifications(composition.database.pool)
      .since(Composition.now() + RejectionExamination.lastDay)
    return ReconciliationsBody(
      stores: statuses.map(ReconciliationBody.init), refused: refused)
  }

  private func isMeant(_ store: StoreEndpoint) -> Bool {
    (app.map { store.bundleID.rawValue == $0 } ?? true)
      && (environment.map { store.environment.rawValue == $0 } ?? true)
  }

  /// A sweep of a store, and the number of answers that were fetched after it.
  private struct Visit {
    let place: Int
    let store: StoreEndpoint
    let swept: Result<[Sweep]?, any Error>
    let fetched: Int
  }

  /// Sweeps stores beside each other, and fetches what each sweep has found. Returns the results in the order of the
  /// stores.
  private func visit(
    _ stores: [StoreEndpoint], lastDays days: Int?, until deadline: Instant,
    _ onPage: @escaping @Sendable (String) -> Void
  ) async throws -> [Visit] {
    try await withThrowingTaskGroup(of: Visit.self) { group in
      for (place, store) in stores.enumerated() {
        group.addTask {
          let swept: Result<[Sweep]?, any Error>
          do {
            swept = .success(try await sweep(store, lastDays: days, onPage))
          } catch {
            swept = .failure(error)
          }
          let fetched = try await fetchPending(until: deadline)
          return Visit(place: place, store: store, swept: swept, fetched: fetched)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.place < $1.place }
    }
  }

  private func sweep(
    _ store: StoreEndpoint, lastDays days: Int?, _ onPage: @escaping @Sendable (String) -> Void
  ) async throws -> [Sweep]? {
    let title = "\(store.bundleID) \(store.environment.rawValue)"
    let report: @Sendable (Sweep) -> Void = { sweep in
      let window = "\(sweep.window.from) to \(sweep.window.to)"
      onPage("\(title), \(window): \(CountBody(sweep.count).sentence)")
    }
    let sweeper = composition.reconciliation.sweeper
    if let days {
      return try await sweeper.sweep(
        lastDays: days, of: store, with: Self.patience, onPage: report)
    }
    return try await sweeper.sweepWhatIsDue(of: store, with: Self.patience, onPage: report)
  }

  /// Enqueues what is owed since before, and performs what is pending. Returns the number of jobs that are done.
  private func fetchOwed(until deadline: Instant) async throws -> Int {
    try await processor.runToEnd()
    try await composition.reconciler.enqueueNeverRead()
    try await composition.reconciler.enqueueWithoutPrice()
    try await composition.reconciler.lookOnce()
    return try await fetchPending(until: deadline)
  }

  /// Produces jobs from the log, and performs those that read from Apple until none is due, or will be before the
  /// deadline. Returns the number of jobs that are done.
  private func fetchPending(until deadline: Instant) async throws -> Int {
    var done = 0
    while true {
      try await processor.runToEnd()
      let batch = try await composition.outbox.worker.runBatch(JobKind.readings)
      done += batch.done.count
      if batch.count > 0 { continue }
      guard let due = try await nextRetry(), due <= deadline else { return done }
      try await Task.sleep(for: max(due - Composition.now(), .seconds(1)))
    }
  }

  private var processor: EventProcessor {
    composition.processor(of: [.projections, .outbox, .reconciliation], logger: .quiet)
  }

  /// Returns the number of answers of these stores that Apple was asked for and has not given, whenever that was.
  private func notFetched() async throws -> Int {
    try await composition.outbox.queue.administration.summary().reduce(into: 0) { sum, jobs in
      guard JobKind.readings.contains(jobs.kind), let reason = jobs.reason,
        reason != JobKind.purchaseUnknown, isMeant(jobs)
      else { return }
      sum += Int(jobs.count)
    }
  }

  private func isMeant(_ jobs: JobSummary) -> Bool {
    (app.map { jobs.bundleID?.rawValue == $0 } ?? true)
      && (environment.map { jobs.environment?.rawValue == $0 } ?? true)
  }

  /// Returns the moment at which the next failed request may be repeated. What Apple does not know is asked
  /// again for days, for which nobody waits here.
  private func nextRetry() async throws -> Instant? {
    try await composition.outbox.queue.administration.nextRetry(
      of: JobKind.readings, otherThanFor: ServerAPIError.wordsOfNotFound)
  }
}
