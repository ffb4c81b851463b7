import EventProcessing
package import Ledger
import Outbox
import Reconciliation

/// A run of reconciliation for some apps and environments.
package struct ReconciliationRun: Sendable {
  /// The environments that Apple has.
  package static let environments = StoreEnvironment.ofApple

  private let composition: Composition
  private let stores: [StoreEndpoint]

  /// Throws if no such app has a key of the Server API.
  ///
  /// - Parameters:
  ///   - app: the bundle id of the only app; nil for all apps.
  ///   - environment: the only environment; nil for all that are configured.
  package init(by composition: Composition, app: String?, environment: String?) throws {
    stores = composition.reconciliation.stores.filter { store in
      app.map { store.bundleID.rawValue == $0 } ?? true
        && environment.map { store.environment.rawValue == $0 } ?? true
    }
    guard !stores.isEmpty else {
      throw WrongUsage(
        "no such app has a key of Apple's Server API: put issuerId, keyId and privateKeyFile into "
          + "DAICHO_APPS")
    }
    self.composition = composition
  }

  /// Sweeps what was not read yet, or all of the last days, and then fetches every pending answer.
  ///
  /// - Parameter onPage: is called with a line of text after each page.
  package func run(
    lastDays days: Int?, onPage: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> ReconcileReport {
    var report = ReconcileReport()
    for store in stores {
      report.add(try await sweep(store, lastDays: days, onPage), of: store)
    }
    report.asked = try await fetchPending()
    return report
  }

  /// Returns the present status of each app and environment that was ever reconciled.
  package func status() async throws -> ReconciliationsBody {
    let service = ReconciliationService(composition.database.pool, log: composition.log)
    var bodies: [ReconciliationBody] = []
    for store in stores {
      guard let status = try await service.status(of: store, at: Composition.now()) else {
        continue
      }
      bodies.append(ReconciliationBody(status))
    }
    return ReconciliationsBody(stores: bodies)
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
    try await composition.reconciler.lookOnce()
    var tried = 0
    while case let count = try await outbox.worker.runOnce([.history, .status]), count > 0 {
      tried += count
      try await processor.runToEnd()
    }
    return tried
  }
}
