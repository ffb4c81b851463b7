package import Foundation
import HTTP
import Intake
package import Ledger
import Reconciliation

/// The import of the purchases in a file, after the declaration of the cut-over date.
package struct BackfillRun: Sendable {
  private let app: BundleID
  private let composition: Composition
  private let document: BackfillFile
  private let signature: ActSignature?

  /// - Parameter signature: the person who imports, recorded with a cut-over date that is new.
  package init(
    _ contents: Data, of app: BundleID, by composition: Composition,
    signed signature: ActSignature? = nil
  ) {
    self.app = app
    self.signature = signature
    self.composition = composition
    document = BackfillFile(Array(contents))
  }

  package var lineCount: Int { document.lines.count }

  /// Imports what earlier runs of the same file have left.
  ///
  /// - Parameters:
  ///   - cutOver: the cut-over date; nil for the date declared before, or now.
  ///   - onLines: is called with the number of lines done.
  package func run(
    deliveredBefore cutOver: Instant?, onLines: @escaping @Sendable (Int64) -> Void = { _ in }
  ) async throws -> BackfillReport {
    try await declare(cutOver)
    let records = BackfillRecords(composition.database.pool)
    let backfill = Backfill(of: app, by: composition.reconciliation.histories, records: records)
    let progress = try await backfill.run(document) { onLines($0.linesDone) }
    return BackfillReport(progress, try await records.failures(of: document.digest))
  }

  private func declare(_ cutOver: Instant?) async throws {
    let environments = composition.apps.first { $0.bundleID == app }?.environments ?? []
    let cutOvers = try await composition.intake.catalogs.cutOvers()
    for environment in StoreEnvironment.ofApple where environments.contains(environment) {
      let declared = cutOvers.current(in: app, environment: environment)?.before
      try await composition.intake.catalogs.declare(
        before: cutOver ?? declared ?? Composition.now(), of: app, in: environment,
        signed: signature)
    }
  }
}
