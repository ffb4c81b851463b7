import Postgres

/// Forgets all read models of a ledger that stands still, so that its next start makes them anew from
/// the log alone.
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
          commission_line, commission_customer, coin_grant, unpriced_transaction, parked_event,
          projection_checkpoint
        """)
    }
  }
}
