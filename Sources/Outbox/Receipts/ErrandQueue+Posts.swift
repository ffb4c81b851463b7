import EventStore
import Foundation
import Intake
import Ledger
import Postgres

/// A posted item that could not be recorded.
struct SavedPost: Sendable {
  let place: ItemPlace
  let content: [UInt8]
  let reason: String
  /// When it is tried again by itself; nil where somebody has to mend something first.
  let owedFrom: Instant?
}

extension ErrandQueue {
  /// Saves posted items of a key, sealed. Of those parked the oldest make room beyond so many.
  func save(
    _ posts: [SavedPost], of post: TransactionPost, from keyID: String, keeping savedMax: Int,
    at now: Instant, on connection: isolated Connection
  ) throws {
    guard !posts.isEmpty else { return }
    let ids = posts.map(\.place.errand)
    let contents = try posts.map { try seal($0.content, of: $0.place.errand) }
    try connection.query(
      OutboxStatements.postsSave,
      [
        ids.map(lane(of:)), ids.map(\.key), post.environment?.rawValue, post.app?.rawValue,
        post.owner?.key, keyID, posts.map(\.place.subject), contents.map(\.bytes),
        contents.map(\.key.masterKeyID), contents.map(\.key.bytes),
        posts.map { $0.owedFrom == nil ? "parked" : "owed" }, posts.map(\.reason),
        posts.map { Timestamp($0.owedFrom ?? now) }, Timestamp(now),
      ])
    let surplus = try connection.query(
      OutboxStatements.postsSurplus, log.lanes, keyID, Int64(savedMax))
    try drop(surplus.map { ErrandID(key: try $0.get(1)) }, on: connection)
  }

  /// How many posted items of a key wait for their time.
  func owedPosts(of keyID: String, on connection: isolated Connection) throws -> Int {
    let rows = try connection.query(OutboxStatements.postsOwed, log.lanes, keyID)
    return Int(try rows[0].get(0, as: Int64.self))
  }

  func drop(_ ids: [ErrandID], on connection: isolated Connection) throws {
    guard !ids.isEmpty else { return }
    let ids = ids.sorted { $0.description < $1.description }
    try connection.post(OutboxStatements.errandsDrop, ids.map(lane(of:)), ids.map(\.key))
  }
}

extension TransactionPost {
  /// Whom it is worked off for at a login.
  fileprivate var owner: AccountReference? {
    account.map { account in
      guard let environment, let app else { return .unplaced(account) }
      return AccountReference(environment, app, account)
    }
  }
}
