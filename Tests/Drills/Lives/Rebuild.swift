import EventProcessing
import Postgres
import Projections

/// A rebuild of all projections of a stopped ledger: its next start computes them from the log
/// alone.
struct Rebuild: Sendable {
  private let process: LedgerProcess

  init(of process: LedgerProcess) {
    self.process = process
  }

  func makeProjectionsAnew() async throws {
    try await process.withDatabase { connection in
      try await connection.script(
        """
        truncate \(ProjectionConsumer.tables.joined(separator: ", ")), dead_letter;
        delete from consumer_checkpoint where consumer = '\(ProjectionConsumer.name)'
        """)
    }
  }
}
