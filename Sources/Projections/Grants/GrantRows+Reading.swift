import EventStore
import Foundation
import Ledger
import Postgres

extension PresentGrant {
  /// Reads the columns of `coin_grant` after the stream, in the order of the table.
  init(_ row: Row) throws {
    guard let state = GrantState(rawValue: try row.get(15)) else {
      throw PostgresError.decoding(column: 15, reason: "there is no such state")
    }
    self.init(
      id: GrantID(key: try row.get(2)),
      made: EventID(lane: try row.get(0), position: try row.get(12)),
      account: try row.optional(3, as: UUID.self).map(AccountReference.init(key:)),
      environment: try StoreEnvironment(row, at: 4), bundleID: BundleID(rawValue: try row.get(5)),
      coin: Coin(rawValue: try row.get(6)), amount: try row.get(7),
      productID: ProductID(rawValue: try row.get(8)),
      transactionID: TransactionID(rawValue: try row.get(9)), quantity: try row.get(10),
      grantedAt: Instant(try row.get(11, as: PostgresTimestamp.self)),
      revokedAmount: try row.get(13),
      acknowledgedAt: try row.optional(14, as: PostgresTimestamp.self).map(Instant.init),
      state: state)
  }
}

extension GrantRows.Unpriced {
  init(_ row: Row) throws {
    self.init(
      environment: try StoreEnvironment(row, at: 2), app: BundleID(rawValue: try row.get(3)),
      product: ProductID(rawValue: try row.get(4)), isGrantedExternally: try row.get(5))
  }
}

extension StoreEnvironment {
  init(_ row: Row, at column: Int) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(column)) else {
      throw PostgresError.decoding(column: column, reason: "there is no such environment")
    }
    self = environment
  }
}
