import EventStore
import Foundation
import Ledger
import Postgres

/// An entry of the journal as it is stored.
struct JournalEntryRow: Hashable {
  let stream: UUID
  let entry: JournalEntry
}

extension JournalEntryRow: RowDecodable {
  /// Reads the columns in the order of `journal_entries_read.sql`.
  init(_ columns: inout ColumnReader) throws {
    stream = try columns.next()
    let number: Int32 = try columns.next()
    guard let kind = JournalEntry.Kind(rawValue: try columns.next()) else {
      throw columns.broken("there is no such kind of entry")
    }
    let environment: StoreEnvironment = try columns.next()
    let chain = ChainID(try columns.next(), environment, try columns.next())
    entry = JournalEntry(
      number: Int(number), kind: kind, chain: chain, transactionID: try columns.next(),
      productID: try columns.next(), productType: try columns.next(),
      subscriptionGroupID: try columns.next(), storefront: try columns.next(),
      currency: try columns.next(), rate: try CommissionRate(&columns),
      occurredAt: try columns.next(), learntAt: try columns.next(),
      amounts: JournalAmounts(
        price: try columns.next(), tax: try columns.next(), commission: try columns.next(),
        savedByTenure: try columns.next(), lapseCost: try columns.next()),
      count: Int(try columns.next(Int16.self)), service: try ServiceSpan(&columns),
      adjusts: try columns.next(Int32?.self).map(Int.init),
      causedBy: try columns.next(), because: try columns.nextEvents())
  }

  /// All events from which the entry follows, as they are stored.
  var becauseText: String { entry.because.map(\.description).joined(separator: " ") }
}

extension ServiceSpan {
  /// Reads two columns; nil if they are null.
  fileprivate init?(_ columns: inout ColumnReader) throws {
    let start: Instant? = try columns.next()
    let end: Instant? = try columns.next()
    guard let start, let end else { return nil }
    self.init(start: start, end: end)
  }
}

extension ColumnReader {
  fileprivate mutating func nextEvents() throws -> [EventID] {
    let text: String = try next()
    return try text.split(separator: " ").map { part in
      guard let id = EventID(String(part)) else { throw broken("an event of an entry has no id") }
      return id
    }
  }
}
