import EventProcessing
import Ledger
import Outbox
import Reconciliation

extension Recovery {
  /// Creates a recovery whose steps refill the ledger from Apple.
  package init(_ composition: Composition) {
    self.init(
      intake: composition.intake, owner: composition.database.owner,
      steps: Self.steps(composition))
  }

  /// Returns two steps for each app with a Server API key: its notifications of the last 180 days,
  /// then the histories of all its customers.
  private static func steps(_ composition: Composition) -> [RecoveryStep] {
    composition.reconciliation.stores.flatMap { store in
      [notifications(of: store, composition), histories(of: store, composition)]
    }
  }

  private static func notifications(
    of store: StoreEndpoint, _ composition: Composition
  ) -> RecoveryStep {
    RecoveryStep(name: "notifications of \(store)") {
      let sweeps = try await sweep(store, by: composition.reconciliation.sweeper)
      return RecoveryStep.Figures(sweeps.map(\.count).reduce(ReconciliationCount(), +))
    }
  }

  /// Sweeps the last 180 days. A process that reconciled when the backup was made still seems to do
  /// so until it has been silent for too long, so this retries for that time.
  private static func sweep(_ store: StoreEndpoint, by sweeper: Sweeper) async throws -> [Sweep] {
    let deadline = ContinuousClock.now + Sweeper.silenceMax + .seconds(10)
    while ContinuousClock.now < deadline {
      if let sweeps = try await sweeper.sweep(lastDays: 180, of: store) { return sweeps }
      try await Task.sleep(for: .seconds(1))
    }
    throw Failure("another process reconciles it now: stop `daicho serve`")
  }

  /// Returns the step that reads the histories of all customers. A chain counts as read if its
  /// customer was read for another chain.
  private static func histories(
    of store: StoreEndpoint, _ composition: Composition
  ) -> RecoveryStep {
    RecoveryStep(name: "histories of \(store)") {
      try await composition.processor(of: [.reconciliation], logger: .quiet).runToEnd()
      let count = try await composition.reconciliation.readAllHistories(
        of: store, before: Composition.now())
      return RecoveryStep.Figures(count)
    }
  }
}

extension RecoveryStep.Figures {
  fileprivate init(_ count: ReconciliationCount) {
    self.init(
      expected: Int(count.expected), present: Int(count.present), repaired: Int(count.repaired))
  }
}
