import EventProcessing
package import Ledger
import Outbox
import Reconciliation

/// A run of reconciliation for some apps and environments.
package struct ReconciliationRun: Sendable {
  /// The environments that Apple has.
  package static let environments = StoreEnvironment.ofApple

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

  /// Sweeps what was not read yet, or all of the last days, and then fetches every pending answer.
  /// Throws if no such app has a key of the Server API.
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
      report.add(try await sweep(store, lastDays: days, onPage), of: store)
    }
    report.asked = try await fetchPending()
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
    return ReconciliationsBody(stores: statuses.map(ReconciliationBody.init))
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
    if let days { return try await sweeper.sweep(lastDays: days, of: store, onPage: report) }
    return try await sweeper.sweepWhatIsDue(of: store, onPage: report)
  }

  /// Produces jobs from the log, and performs history and status jobs until none is due. Returns
  /// the number of attempts.
  private func fetchPending() async throws -> Int {
    let outbox = composition.outbox
    let processor = composition.processor(
      of: [.projections, .outbox, .reconciliation], logger: .quiet)
    try await processor.runToEnd()
    try await composition.reconciler.enqueueNeverRead()
    try await composition.reconciler.enqueueWithoutPrice()
    try await composition.reconciler.lookOnce()
    var tried = 0
    while case let count = try await outbox.worker.runOnce([.history, .status]), count > 0 {
      tried += count
      try await processor.runToEnd()
    }
    return tried
  }
}
