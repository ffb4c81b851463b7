import EventStore
import Foundation
import Ledger
import Postgres

/// A stored grant with the stream of its chain.
struct GrantRow: RowDecodable {
  let stream: UUID
  let grant: PresentGrant

  /// Reads the columns of `coin_grant` in the order of the table.
  init(_ columns: inout ColumnReader) throws {
    let lane: Int16 = try columns.next()
    stream = try columns.next()
    let id: GrantID = try columns.next()
    let account: AccountReference? = try columns.next()
    let environment: StoreEnvironment = try columns.next()
    let bundleID: BundleID = try columns.next()
    let coin: Coin = try columns.next()
    let amount: Int64 = try columns.next()
    let productID: ProductID = try columns.next()
    let transactionID: TransactionID = try columns.next()
    let quantity: Int32 = try columns.next()
    let grantedAt: Instant = try columns.next()
    let made = EventID(lane: lane, position: try columns.next())
    grant = PresentGrant(
      id: id, made: made, account: account, environment: environment, bundleID: bundleID,
      coin: coin, amount: amount, productID: productID, transactionID: transactionID,
      quantity: quantity, grantedAt: grantedAt, revokedAmount: try columns.next(),
      acknowledgedAt: try columns.next(), bookedAmount: try columns.next(),
      changedPosition: try columns.next(), state: try columns.next(),
      isDeliveredElsewhere: try columns.next())
  }
}
