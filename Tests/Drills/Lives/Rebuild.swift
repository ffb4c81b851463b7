import Postgres

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
        truncate chain, chain_transaction, account_chain, tenure_chain, service_period,
          commission_line, commission_customer, commission_product, coin_grant, unpriced_transaction, dead_letter,
          projection_checkpoint
        """)
    }
  }
}
