import Foundation
import Ledger
import Postgres

/// A refund of one purchase, as the journal has it.
struct RefundRow {
  let lane: Int16
  let stream: UUID
  let chain: OriginalTransactionID
  let transactionID: TransactionID
  let product: String
  let storefront: String?
  let currency: String
  let refundedAt: Instant
  let refunded: Int64
  let chargedAt: Instant
  let price: Int64

  /// The refunded share of the price with five decimals, as 0.33333; nil for a price of 0.
  var share: String? {
    guard price > 0 else { return nil }
    let parts = (UInt128(refunded.magnitude) * 200_000 + UInt128(price)) / (UInt128(price) * 2)
    let digits = String(Int(parts % 100_000) + 100_000).dropFirst()
    return "\(refunded < 0 ? "-" : "")\(parts / 100_000).\(digits)"
  }

  /// The whole days from the purchase to the refund.
  var days: Int64 { max(0, (refundedAt - chargedAt).milliseconds / 86_400_000) }
}

extension RefundRow: RowDecodable {
  /// Reads the columns in the order of `journal_refunds.sql`.
  init(_ columns: inout ColumnReader) throws {
    lane = try columns.next()
    stream = try columns.next()
    chain = try columns.next()
    transactionID = try columns.next()
    product = try columns.next()
    storefront = try columns.next()
    currency = try columns.next()
    refundedAt = try columns.next()
    refunded = try columns.next()
    chargedAt = try columns.next()
    price = try columns.next()
  }
}
