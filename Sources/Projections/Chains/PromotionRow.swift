import Foundation
import Ledger
import Postgres

/// A row about a promotional entitlement of an account. The first withdrawal of each counts.
struct PromotionRow: Hashable, RowDecodable {
  /// The place of a row: its account and its promotion.
  struct Key: Hashable {
    let stream: UUID
    let id: UUID
  }

  let lane: Int16
  let stream: UUID
  let id: UUID
  let product: ProductID?
  let name: String?
  let type: ProductType
  let grantedAt: Instant
  let until: Instant
  let grantedPosition: Int64
  private(set) var withdrawnAt: Instant?

  /// - Parameter event: the id of the event of the grant.
  init(_ grant: PromotionGranted, _ event: EventID) {
    lane = event.lane
    stream = grant.account.key
    id = grant.id
    product = grant.thing.productID
    name = grant.thing.name
    type = grant.thing.type
    grantedAt = grant.grantedAt
    until = grant.until
    grantedPosition = event.position
    withdrawnAt = nil
  }

  /// Reads the columns lane, stream, promotion, product, name, type, granted_at, until, granted_position and
  /// withdrawn_at.
  init(_ columns: inout ColumnReader) throws {
    lane = try columns.next()
    stream = try columns.next()
    id = try columns.next()
    product = try columns.next()
    name = try columns.next()
    type = try columns.next()
    grantedAt = try columns.next()
    until = try columns.next()
    grantedPosition = try columns.next()
    withdrawnAt = try columns.next()
  }

  var key: Key { Key(stream: stream, id: id) }

  /// The promotion of the row. Nil if the row has neither a product nor a name.
  var promotion: Promotion? {
    PromotedThing(productID: product, name: name, type: type).map {
      Promotion(
        id: id, thing: $0, grantedAt: grantedAt, until: until, withdrawnAt: withdrawnAt,
        because: EventID(lane: lane, position: grantedPosition))
    }
  }

  mutating func withdraw(_ withdrawal: PromotionWithdrawn) {
    if withdrawnAt == nil { withdrawnAt = withdrawal.withdrawnAt }
  }
}
