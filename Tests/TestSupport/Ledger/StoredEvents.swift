package import EventStore
package import Ledger
import Postgres
import Projections

extension TestLedger {
  /// Records months of subscriptions, one for each transaction id, and returns the position that
  /// covers them.
  @discardableResult
  package func record(
    _ transactions: [TransactionID], chain: OriginalTransactionID, by log: EventLog? = nil
  ) async throws -> Position {
    let facts = transactions.map {
      TransactionFact.subscription(
        $0, chain: chain, from: Instant(day: "2026-03-01"), to: Instant(day: "2026-04-01"))
    }
    return try await (log ?? self.log).append(
      facts.map { NewEvent(.chain(.transactionObserved($0))) }
    ).position
  }

  package func lane(of chain: OriginalTransactionID) -> Int16 {
    log.lane(of: .chain(ChainID(.production, chain)))
  }

  /// Two chains of different lanes.
  package var chainsApart: (OriginalTransactionID, OriginalTransactionID) {
    let first: OriginalTransactionID = "1000"
    var number = 1001
    while lane(of: OriginalTransactionID("\(number)")) == lane(of: first) { number += 1 }
    return (first, OriginalTransactionID("\(number)"))
  }

  /// Returns the stored renewals of a chain, in order.
  package func renewals(of chain: OriginalTransactionID) async throws -> [RenewalFact] {
    let stream = StreamID.chain(ChainID(.production, chain))
    return try await log.reading.events(of: stream, limit: 100).compactMap { event in
      if case .chain(.renewalObserved(let fact)) = event.event { fact } else { nil }
    }
  }

  /// Returns the transactions of a chain that the projection knows.
  package func projected(_ chain: OriginalTransactionID) async throws -> Set<TransactionID> {
    let answer = try await reader.chains.purchase(ChainID(.production, chain))
    return Set(answer?.value.transactions.keys.map(\.self) ?? [])
  }

  /// Writes another event behind a chain's last one, as damage or a newer version would: a copy of it
  /// with columns changed.
  package func store(after chain: OriginalTransactionID, changing columns: String) async throws
    -> EventID
  {
    let lane = lane(of: chain)
    try await script(
      """
      create temporary table copied as
        select * from event where lane = \(lane) order by position desc limit 1;
      update copied set position = position + 1, \(columns);
      insert into event select * from copied;
      drop table copied;
      create temporary table copied as
        select * from lane_batch where lane = \(lane) order by first_position desc limit 1;
      update copied set first_position = last_position + 1, last_position = last_position + 1;
      insert into lane_batch select * from copied;
      drop table copied
      """)
    return EventID(lane: lane, position: try await log.position().lanes[lane] ?? 0)
  }

  /// Makes a stored event a readable copy of the one before it.
  package func mend(_ id: EventID, changing columns: String) async throws {
    try await script(
      """
      set session_replication_role = replica;
      delete from event where lane = \(id.lane) and position = \(id.position);
      create temporary table copied as
        select * from event where lane = \(id.lane) and position = \(id.position - 1);
      update copied set position = position + 1, \(columns);
      insert into event select * from copied;
      drop table copied;
      reset session_replication_role
      """)
  }

  package func script(_ sql: String) async throws {
    try await owner.withConnection { try await $0.script(sql) }
  }
}
