import EventStore
import Foundation
import Ledger
import Postgres

/// A line of commission as it is stored.
struct CommissionLineRow: Hashable {
  let stream: UUID
  var line: CommissionLine
  /// The moment when a later line replaced this one; nil if none did.
  var correctedAt: Instant?
}

extension CommissionLineRow: RowDecodable {
  /// Reads the columns in the order of `commission_lines_read.sql`. The rate before a correction is
  /// not stored beside it.
  init(_ columns: inout ColumnReader) throws {
    let stream: UUID = try columns.next()
    let number: Int32 = try columns.next()
    let transactionID: TransactionID = try columns.next()
    let learntAt: Instant = try columns.next()
    let because: EventID = try columns.next()
    let corrects: Int32? = try columns.next()
    let charge = try Charge(&columns)
    let rate = try CommissionRate(&columns)
    let rateOtherwise: Int16? = try columns.next()
    let correctedAt: Instant? = try columns.next()
    let environment: StoreEnvironment = try columns.next()
    let chain = ChainID(try columns.next(), environment, try columns.next())
    let doubt = ChargeDoubt(days: try columns.next(), rate: try columns.next())
    self.init(
      stream: stream,
      line: CommissionLine(
        number: Int(number), chain: chain, transactionID: transactionID, charge: charge, rate: rate,
        rateOtherwise: rateOtherwise.map(Int.init), doubt: doubt, learntAt: learntAt,
        because: because,
        correction: corrects.map { .init(corrects: Int($0), rateBefore: nil) }),
      correctedAt: correctedAt)
  }
}

extension [CommissionLineRow] {
  /// Returns the lines, each correction with the rate that it replaced.
  func withRatesBefore() -> [CommissionLineRow] {
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

extension Charge {
  /// Reads seven columns; nil if the first is null.
  fileprivate init?(_ columns: inout ColumnReader) throws {
    let chargedAt: Instant? = try columns.next()
    let productID: ProductID? = try columns.next()
    let productType: ProductType? = try columns.next()
    let group: SubscriptionGroupID? = try columns.next()
    let storefront: String? = try columns.next()
    let price: Int64? = try columns.next()
    let currency: String? = try columns.next()
    guard let chargedAt else { return nil }
    guard let productID, let productType else {
      throw columns.broken("a charge has no product")
    }
    self.init(
      chargedAt: chargedAt, productID: productID, productType: productType,
      subscriptionGroupID: group, storefront: storefront, price: price, currency: currency)
  }
}

extension CommissionRate {
  /// Reads two columns; nil if the first is null.
  init?(_ columns: inout ColumnReader) throws {
    let thousandths: Int16? = try columns.next()
    let word: String? = try columns.next()
    guard let thousandths else { return nil }
    guard let reason = word.flatMap(Reason.init) else {
      throw columns.broken("there is no such reason")
    }
    guard Self.range.contains(Int(thousandths)) else {
      throw columns.broken("there is no such rate")
    }
    self.init(thousandths: Int(thousandths), reason: reason)
  }
}
