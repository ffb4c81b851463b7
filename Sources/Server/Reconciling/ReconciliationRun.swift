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
    for (store, swept) in zip(stores, await sweep(stores, lastDays: days, onPage)) {
      switch swept {
      case .success(let sweeps): report.add(sweeps, of: store)
      case .failure(let error): report.add(error, of: store)
      }
    }
    // What the sweeps have found is fetched at the end.
    report.fetched = try await fetched + fetchPending(until: deadline)
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

  /// Returns the results of sweeps in the order of their stores.
  private func sweep(
    _ stores: [StoreEndpoint], lastDays days: Int?, _ onPage: @escaping @Sendable (String) -> Void
  ) async -> [Result<[Sweep]?, any Error>] {
    await withTaskGroup(of: (Int, Result<[Sweep]?, any Error>).self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          do {
            return (index, .success(try await sweep(store, lastDays: days, onPage)))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      var swept: [Int: Result<[Sweep]?, any Error>] = [:]
      for await (index, result) in group { swept[index] = result }
      return swept.sorted { $0.key < $1.key }.map(\.value)
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
      // What a sweep finds meanwhile does not wait for the next retry.
      try await Task.sleep(for: min(max(due - Composition.now(), .seconds(1)), .seconds(5)))
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
