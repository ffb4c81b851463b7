import EventStore
import Foundation
import Ledger
import Postgres

/// The table of the journal, for one lane.
struct JournalTable {
  let lane: Int16

  /// Reads the entries of these chains.
  func current(
    _ streams: [UUID], on connection: isolated Connection
  ) throws -> [JournalEntryRow] {
    try connection.query(.journalEntriesCurrent, lane, streams).decode()
  }

  /// Reads the entries of a range of streams.
  func read(
    after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws -> [JournalEntryRow] {
    try connection.query(.journalEntriesRead, lane, stream, last).decode()
  }

  /// Deletes the entries of chains, which are rebuilt.
  func forget(_ streams: [UUID], on connection: isolated Connection) throws {
    try connection.post(.journalEntriesForget, lane, streams)
  }

  func append(_ rows: [JournalEntryRow], on connection: isolated Connection) throws {
    guard !rows.isEmpty else { return }
    let entries = rows.map(\.entry)
    try connection.post(
      .journalEntriesWrite, lane, rows.map(\.stream), entries.map { Int32($0.number) },
      entries.map(\.kind.rawValue), entries.map(\.chain.environment.rawValue),
      entries.map(\.chain.bundleID.rawValue), entries.map(\.chain.originalTransactionID.rawValue),
      entries.map(\.transactionID.rawValue), entries.map(\.productID.rawValue),
      entries.map(\.productType.rawValue), entries.map(\.subscriptionGroupID?.rawValue),
      entries.map(\.storefront), entries.map(\.currency),
      entries.map { $0.rate.map { Int16($0.thousandths) } },
      entries.map(\.rate?.reason.description), entries.map(\.occurredAt),
      entries.map(\.learntAt), entries.map(\.amounts.price), entries.map(\.amounts.tax),
      entries.map(\.amounts.commission), entries.map(\.amounts.savedByTenure),
      entries.map(\.amounts.lapseCost), entries.map { Int16($0.count) },
      entries.map(\.service?.start),
      entries.map(\.service?.end), entries.map { $0.adjusts.map(Int32.init) },
      entries.map(\.causedBy.lane), entries.map(\.causedBy.position), rows.map(\.becauseText))
  }
}
