import EventStore
import Foundation
import Intake
import Ledger
import Postgres

/// A posted item that could not be recorded.
struct SavedPost: Sendable {
  let place: ItemPlace
  let content: [UInt8]
  let reason: WaitingReason
  /// The moment of the next attempt; nil if an operator has to fix something first.
  let pendingFrom: Instant?
}

extension JobQueue {
  /// Saves posted items of an API key, sealed. If the account or the key has too many dead-lettered
  /// items, some are dropped: first those that failed again, then the oldest of this account.
  func save(
    _ posts: [SavedPost], of post: TransactionPost, from keyID: String,
    within limits: SavedPostLimits, at now: Instant, on connection: isolated Connection
  ) throws {
    guard !posts.isEmpty else { return }
    let ids = posts.map(\.place.job)
    let contents = try posts.map { try seal($0.content, of: $0.place.job) }
    try connection.query(
      .postsSave,
      [
        ids.map(lane(of:)), ids.map(\.key), post.scope.environment?.rawValue,
        post.scope.app?.rawValue,
        post.owner?.key, keyID, posts.map(\.place.subject), contents.map(\.bytes),
        contents.map(\.key.masterKeyID), contents.map(\.key.bytes),
        posts.map { $0.pendingFrom == nil ? "parked" : "owed" }, posts.map(\.reason.rawValue),
        posts.map { $0.pendingFrom ?? now }, now,
      ])
    let surplus = try connection.query(
      .postsSurplus, log.lanes, keyID, post.owner?.key, Int64(limits.accountMax),
      Int64(limits.keyMax), WaitingReason.allCases.map(\.rawValue))
    try drop(try surplus.decode((Int16, JobID).self).map(\.1), on: connection)
  }

  /// Returns the number of items of a post that may be pending, those counted that are so already.
  func placesForPending(
    _ posts: [SavedPost], of post: TransactionPost, from keyID: String,
    within limits: SavedPostLimits, on connection: isolated Connection
  ) throws -> Int {
    let rows = try connection.query(
      .postsPending, log.lanes, keyID, post.owner?.key, posts.map(\.place.job.key))
    let (key, account) = try rows[0].decode((Int64, Int64).self)
    let places = limits.keyMax - Int(key)
    guard post.owner != nil else { return max(0, places) }
    return max(0, min(places, limits.accountMax - Int(account)))
  }

  func drop(_ ids: [JobID], on connection: isolated Connection) throws {
    guard !ids.isEmpty else { return }
    let ids = ids.sorted { $0.description < $1.description }
    try connection.post(.jobsDrop, ids.map(lane(of:)), ids.map(\.key))
  }
}

extension TransactionPost {
  /// The account whose login performs the job.
  fileprivate var owner: AccountReference? {
    account.map { account in
      guard let environment = scope.environment, let app = scope.app else {
        return .unplaced(account)
      }
      return AccountReference(environment, app, account)
    }
  }
}
