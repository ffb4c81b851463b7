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

  /// Sweeps what was not read yet, or all of the last days, and then fetches every pending answer. A store
  /// that cannot be read is reported, and stops neither another one nor the answers. Throws if no such
  /// app has a key of the Server API.
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
    var report = ReconcileReport()
    for store in stores {
      do {
        report.add(try await sweep(store, lastDays: days, onPage), of: store)
      } catch {
        try Task.checkCancellation()
        report.add(error, of: store)
      }
    }
    (report.fetched, report.notFetched) = try await fetchPending()
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

  /// Produces jobs from the log, and performs history and status jobs until none is due, or will be within
  /// the time to wait. Returns the numbers of those that are done and of those that are not.
  private func fetchPending() async throws -> (done: Int, notDone: Int) {
    let outbox = composition.outbox
    let processor = composition.processor(
      of: [.projections, .outbox, .reconciliation], logger: .quiet)
    try await processor.runToEnd()
    try await composition.reconciler.enqueueNeverRead()
    try await composition.reconciler.enqueueWithoutPrice()
    try await composition.reconciler.lookOnce()
    let deadline = Composition.now() + (Self.patience.limit ?? .zero)
    var (done, notDone): (Int, Set<JobID>) = (0, [])
    while true {
      let batch = try await outbox.worker.runBatch(JobKind.readings)
      done += batch.done.count
      notDone = notDone.subtracting(batch.done).union(batch.notDone)
      if batch.count > 0 {
        try await processor.runToEnd()
      } else if let due = try await nextRetry(), due <= deadline {
        try await Task.sleep(for: max(due - Composition.now(), .seconds(1)))
      } else {
        return (done, notDone.count)
      }
    }
  }

  /// Returns the moment at which the next failed request may be repeated. What Apple does not know is asked
  /// again for days, for which nobody waits here.
  private func nextRetry() async throws -> Instant? {
    try await composition.outbox.queue.administration.nextRetry(
      of: JobKind.readings, otherThanFor: ServerAPIError.wordsOfNotFound)
  }
}
