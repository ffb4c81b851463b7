import EventStore
import Foundation
import Ledger
import Postgres

/// The tables of the commission projection, for one lane.
struct CommissionTables {
  let lane: Int16

  /// Reads the lines of these chains that no later line corrected.
  func current(
    _ streams: [UUID], on connection: isolated Connection
  ) throws -> [CommissionLineRow] {
    try connection.query(.commissionLinesCurrent, lane, streams)
      .decode()
  }

  /// The stored rows of a range of streams.
  struct Stored {
    let lines: [CommissionLineRow]
    let entries: [JournalEntryRow]
    let customers: Set<CommissionRows.Customer>
    let products: Set<CommissionRows.Product>
    let withoutPrice: Set<CommissionRows.WithoutPrice>
  }

  /// Reads all rows of a range of streams.
  func read(
    after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws -> Stored {
    let lines = try connection.query(
      .commissionLinesRead, lane, stream, last
    ).decode(CommissionLineRow.self)
    let customers = try connection.query(
      .commissionCustomersRead, lane, stream, last
    ).decode(CommissionRows.Customer.self)
    let products = try connection.query(.commissionProductsRead, lane, stream, last)
      .decode(CommissionRows.Product.self)
    let withoutPrice = try connection.query(.purchasesWithoutPriceRead, lane, stream, last)
      .decode(CommissionRows.WithoutPrice.self)
    return Stored(
      lines: lines.withRatesBefore(),
      entries: try JournalTable(lane: lane).read(after: stream, upTo: last, on: connection),
      customers: Set(customers), products: Set(products),
      withoutPrice: Set(withoutPrice))
  }

  /// Deletes the lines, entries, customers and purchases without a price of chains, which are rebuilt.
  func forget(_ streams: [UUID], on connection: isolated Connection) throws {
    try JournalTable(lane: lane).forget(streams, on: connection)
    try connection.post(.commissionLinesForget, lane, streams)
    try connection.post(.commissionCustomersForget, lane, streams)
    try connection.post(.purchasesWithoutPriceForget, lane, streams)
  }

  /// Writes the rows of chains, and replaces the products of all these streams.
  func write(
    _ rows: [CommissionRows], of streams: [UUID], on connection: isolated Connection
  ) throws {
    try correct(rows, on: connection)
    try append(rows.flatMap(\.lines), on: connection)
    try JournalTable(lane: lane).append(rows.flatMap(\.entries), on: connection)
    try replaceWithoutPrice(rows, on: connection)
    try connection.post(.commissionProductsForget, lane, streams)
    let products = rows.flatMap(\.products)
    if !products.isEmpty {
      try connection.post(
        .commissionProductsWrite, lane, products.map(\.stream), products.map(\.app.rawValue),
        products.map(\.id.rawValue))
    }
    let customers = rows.flatMap(\.customers)
    guard !customers.isEmpty else { return }
    try connection.post(
      .commissionCustomersWrite, lane, customers.map(\.stream),
      customers.map(\.group.rawValue), customers.map(\.app.rawValue),
      customers.map(\.environment.rawValue), customers.map(\.name), customers.map(\.isChain))
  }

  private func correct(_ rows: [CommissionRows], on connection: isolated Connection) throws {
    let corrected = rows.flatMap { row in row.corrected.map { (row.stream, $0) } }
    guard !corrected.isEmpty else { return }
    try connection.post(
      .commissionLinesCorrect, lane, corrected.map(\.0),
      corrected.map { Int32($0.1.number) }, corrected.map(\.1.at))
  }

  private func replaceWithoutPrice(
    _ rows: [CommissionRows], on connection: isolated Connection
  ) throws {
    let stale = rows.filter(\.mayHaveMissedPrices).map(\.stream)
    if !stale.isEmpty { try connection.post(.purchasesWithoutPriceForget, lane, stale) }
    let purchases = rows.flatMap(\.withoutPrice)
    guard !purchases.isEmpty else { return }
    try connection.post(
      .purchasesWithoutPriceWrite, lane, purchases.map(\.stream),
      purchases.map(\.transactionID.rawValue), purchases.map(\.environment.rawValue),
      purchases.map(\.app.rawValue))
  }

  private func append(
    _ rows: [CommissionLineRow], on connection: isolated Connection
  ) throws {
    guard !rows.isEmpty else { return }
    let lines = rows.map(\.line)
    let charges = lines.map(\.charge)
    try connection.post(
      .commissionLinesWrite, lane, rows.map(\.stream),
      lines.map { Int32($0.number) }, lines.map(\.transactionID.rawValue),
      lines.map(\.chain.environment.rawValue), lines.map(\.chain.bundleID.rawValue),
      lines.map(\.learntAt), lines.map(\.because.lane),
      lines.map(\.because.position), lines.map { $0.correction.map { Int32($0.corrects) } },
      rows.map { $0.correctedAt },
      charges.map { ($0?.chargedAt) },
      charges.map(\.?.productID.rawValue),
      charges.map(\.?.productType.rawValue), charges.map { $0?.subscriptionGroupID?.rawValue },
      charges.map { $0?.storefront }, charges.map { $0?.price }, charges.map { $0?.currency },
      lines.map { $0.rate.map { Int16($0.thousandths) } }, lines.map(\.rate?.reason.description),
      lines.map { $0.rateOtherwise.map(Int16.init) },
      lines.map(\.chain.originalTransactionID.rawValue),
      lines.map(\.doubt.days), lines.map(\.doubt.rate))
  }
}
