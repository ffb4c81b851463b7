import EventProcessing
import Ledger
import Outbox
import Reconciliation

/// The steps of a recovery that refill the ledger from Apple.
struct RecoverySteps {
  private let composition: Composition

  init(_ composition: Composition) {
    self.composition = composition
  }

  /// Two steps for each app with a Server API key: its notifications as far back as Apple
  /// keeps them, then the histories of all its customers.
  var all: [RecoveryStep] {
    composition.reconciliation.stores.flatMap { [notifications(of: $0), histories(of: $0)] }
  }

  private func notifications(of store: StoreEndpoint) -> RecoveryStep {
    RecoveryStep(name: "notifications of \(store)") { [composition] in
      try await Self.requireMasterKeys(of: composition)
      let sweeps = try await Self.sweep(store, by: composition.reconciliation.sweeper)
      return RecoveryStep.Figures(sweeps.map(\.count).reduce(ReconciliationCount(), +))
    }
  }

  /// Throws if the file lacks a master key in use: a step seals what it ingests.
  private static func requireMasterKeys(of composition: Composition) async throws {
    try await composition.database.requireMasterKeys(of: composition.keyring)
  }

  /// Sweeps all that Apple keeps. A process that reconciled when the backup was made still seems to do
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
  private func histories(of store: StoreEndpoint) -> RecoveryStep {
    RecoveryStep(name: "histories of \(store)") { [composition] in
      try await Self.requireMasterKeys(of: composition)
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
