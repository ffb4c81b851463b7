import EventStore
import Foundation
import Ledger
import Postgres

/// The tables of the commission projection, for one lane.
struct CommissionTables {
  let lane: Int16

  /// The lines of these chains that no later one corrected.
  func standing(
    _ streams: [UUID], on connection: isolated Connection
  ) throws -> [CommissionRows.Line] {
    try connection.query(ProjectionStatements.commissionLinesStanding, lane, streams)
      .map { try CommissionRows.Line($0) }
  }

  /// All lines of a range of streams, and the customers named there.
  func read(
    after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws -> (lines: [CommissionRows.Line], customers: Set<CommissionRows.Customer>) {
    let lines = try connection.query(
      ProjectionStatements.commissionLinesRead, lane, stream, last
    ).map { try CommissionRows.Line($0) }
    let customers = try connection.query(
      ProjectionStatements.commissionCustomersRead, lane, stream, last
    ).map { try CommissionRows.Customer($0) }
    return (lines.tellingRatesBefore(), Set(customers))
  }

  func forget(_ streams: [UUID], on connection: isolated Connection) throws {
    try connection.query(ProjectionStatements.commissionLinesForget, lane, streams)
  }

  func write(_ rows: [CommissionRows], on connection: isolated Connection) throws {
    try correct(rows, on: connection)
    try append(rows.flatMap(\.lines), on: connection)
    let customers = rows.flatMap(\.customers)
    guard !customers.isEmpty else { return }
    try connection.query(
      ProjectionStatements.commissionCustomersWrite, lane, customers.map(\.stream),
      customers.map(\.group.rawValue), customers.map(\.environment.rawValue),
      customers.map(\.id.rawValue))
  }

  private func correct(_ rows: [CommissionRows], on connection: isolated Connection) throws {
    let corrected = rows.flatMap { row in row.corrected.map { (row.stream, $0) } }
    guard !corrected.isEmpty else { return }
    try connection.query(
      ProjectionStatements.commissionLinesCorrect, lane, corrected.map(\.0),
      corrected.map { Int32($0.1.number) }, corrected.map { Timestamp($0.1.at) })
  }

  private func append(
    _ rows: [CommissionRows.Line], on connection: isolated Connection
  ) throws {
    guard !rows.isEmpty else { return }
    let lines = rows.map(\.line)
    let charges = lines.map(\.charge)
    try connection.query(
      ProjectionStatements.commissionLinesWrite, lane, rows.map(\.stream),
      lines.map { Int32($0.number) }, lines.map(\.transactionID.rawValue),
      rows.map(\.environment.rawValue), rows.map(\.app?.rawValue),
      lines.map { Timestamp($0.learntAt) }, lines.map(\.because.lane),
      lines.map(\.because.position), lines.map { $0.correction.map { Int32($0.corrects) } },
      rows.map { $0.correctedAt.map(Timestamp.init) },
      charges.map { ($0?.chargedAt).map(Timestamp.init) }, charges.map(\.?.productID.rawValue),
      charges.map(\.?.productType.rawValue), charges.map { $0?.subscriptionGroupID?.rawValue },
      charges.map { $0?.storefront }, charges.map { $0?.price }, charges.map { $0?.currency },
      lines.map { $0.rate.map { Int16($0.thousandths) } }, lines.map(\.rate?.reason.description),
      lines.map(\.commission), lines.map(\.chain.originalTransactionID.rawValue))
  }
}

extension [CommissionRows.Line] {
  /// With the rate each correction took the place of.
  fileprivate func tellingRatesBefore() -> [CommissionRows.Line] {
    var rates: [UUID: [Int: CommissionRate]] = [:]
    for item in self { rates[item.stream, default: [:]][item.line.number] = item.line.rate }
    return map { item in
      guard let number = item.line.correction?.corrects else { return item }
      var item = item
      item.line = item.line.correcting(number, rateBefore: rates[item.stream]?[number])
      return item
    }
  }
}

extension CommissionRows.Line {
  /// What a correction took the place of is known by its number alone: see `CommissionTables.read`.
  fileprivate init(_ row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(17)) else {
      throw PostgresError.decoding(column: 17, reason: "there is no such environment")
    }
    let corrects: Int32? = try row.optional(6)
    self.init(
      stream: try row.get(0), environment: environment,
      app: try row.optional(18, as: String.self).map(BundleID.init(rawValue:)),
      line: CommissionLine(
        number: Int(try row.get(1, as: Int32.self)),
        chain: ChainID(environment, OriginalTransactionID(rawValue: try row.get(19))),
        transactionID: TransactionID(rawValue: try row.get(2)), charge: try Charge(row),
        rate: try CommissionRate(row), learntAt: Instant(try row.get(3, as: Timestamp.self)),
        because: EventID(lane: try row.get(4), position: try row.get(5)),
        correction: corrects.map { .init(corrects: Int($0), rateBefore: nil) }),
      correctedAt: try row.optional(16, as: Timestamp.self).map(Instant.init))
  }
}

extension CommissionRows.Customer {
  fileprivate init(_ row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(2)) else {
      throw PostgresError.decoding(column: 2, reason: "there is no such environment")
    }
    self.init(
      stream: try row.get(0), group: SubscriptionGroupID(rawValue: try row.get(1)),
      environment: environment, id: AppTransactionID(rawValue: try row.get(3)))
  }
}

extension Charge {
  fileprivate init?(_ row: Row) throws {
    guard let chargedAt: Timestamp = try row.optional(7) else { return nil }
    self.init(
      chargedAt: Instant(chargedAt), productID: ProductID(rawValue: try row.get(8)),
      productType: ProductType(rawValue: try row.get(9)),
      subscriptionGroupID: try row.optional(10, as: String.self)
        .map(SubscriptionGroupID.init(rawValue:)),
      storefront: try row.optional(11), price: try row.optional(12), currency: try row.optional(13))
  }
}

extension CommissionRate {
  fileprivate init?(_ row: Row) throws {
    guard let thousandths: Int16 = try row.optional(14) else { return nil }
    guard let reason = Reason(try row.get(15, as: String.self)) else {
      throw PostgresError.decoding(column: 15, reason: "there is no such reason")
    }
    self.init(thousandths: Int(thousandths), reason: reason)
  }
}
