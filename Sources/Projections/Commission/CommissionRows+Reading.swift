import EventStore
import Foundation
import Ledger
import Postgres

extension [CommissionRows.Line] {
  /// Returns the lines, each correction with the rate that it replaced.
  func withRatesBefore() -> [CommissionRows.Line] {
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
  /// Reads a line. A row names the line that it corrects by number alone: see
  /// `CommissionTables.read`.
  init(_ row: Row) throws {
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
        rate: try CommissionRate(row),
        learntAt: Instant(try row.get(3, as: PostgresTimestamp.self)),
        because: EventID(lane: try row.get(4), position: try row.get(5)),
        correction: corrects.map { .init(corrects: Int($0), rateBefore: nil) }),
      correctedAt: try row.optional(16, as: PostgresTimestamp.self).map(Instant.init))
  }
}

extension CommissionRows.Customer {
  init(_ row: Row) throws {
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
    guard let chargedAt: PostgresTimestamp = try row.optional(7) else { return nil }
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
    guard Self.range.contains(Int(thousandths)) else {
      throw PostgresError.decoding(column: 14, reason: "there is no such rate")
    }
    self.init(thousandths: Int(thousandths), reason: reason)
  }
}
