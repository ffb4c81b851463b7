import EventStore
package import Ledger
import Postgres

/// A reader of the commission and the journal of single chains.
package struct CommissionReader: Sendable {
  private let pool: Pool
  private let log: EventLog

  init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Returns every line of commission on a chain and every entry of the journal about it, corrected ones too,
  /// in the order they were learned, with the taxes in its prices.
  package func books(
    of chain: ChainID, knownAt known: Instant? = nil
  ) async throws -> (lines: [CommissionLine], entries: [JournalEntry], taxes: ChargeTaxes) {
    let stream = StreamID.chain(chain)
    let own = SharedChains.Place(lane: log.lane(of: stream), stream: stream.key)
    let together = try await pool.withConnection { [log] connection in
      try await SharedChains.together(
        with: own, log.lanes, in: chain.environment, on: connection)
    }
    let position: Position
    if let known {
      position = try await log.past(knownAt: known)
    } else {
      position = try await log.position(withShared: true)
    }
    let book = try await CommissionLookup(pool: pool, log: log)
      .book(of: together, upTo: position)
    return (
      book.commission.lines.filter { $0.chain == chain },
      book.entries.filter { $0.chain == chain }, book.taxes(of: chain.bundleID)
    )
  }
}
