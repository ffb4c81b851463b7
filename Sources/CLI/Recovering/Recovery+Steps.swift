import Ledger
import Outbox
import Reconciliation

extension Recovery {
  /// What refills the ledgers of these apps.
  init(_ composition: Composition) {
    self.init(
      intake: composition.intake, owner: composition.database.owner,
      steps: Self.steps(composition))
  }

  /// For each app with a Server API key: its notifications of the last 180 days, then the histories of all
  /// its customers.
  private static func steps(_ composition: Composition) -> [RecoveryStep] {
    composition.reconciliation.stores.flatMap { store in
      [notifications(of: store, composition), histories(of: store, composition)]
    }
  }

  private static func notifications(
    of store: StoreFront, _ composition: Composition
  ) -> RecoveryStep {
    RecoveryStep(name: "notifications of \(store)") {
      let sweeper = composition.reconciliation.sweeper
      guard let sweeps = try await sweeper.sweep(lastDays: 180, of: store) else {
        throw Failure("another process reconciles it now: stop `daicho serve`")
      }
      return RecoveryStep.Figures(sweeps.map(\.count).reduce(ReconciliationCount(), +))
    }
  }

  /// A chain whose customer was read for another one is read by then.
  private static func histories(
    of store: StoreFront, _ composition: Composition
  ) -> RecoveryStep {
    RecoveryStep(name: "histories of \(store)") {
      while try await composition.outbox.clerk.runOnce() > 0 {}
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
