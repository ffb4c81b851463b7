import EventStore
import Foundation
import Intake
import Ledger
import Postgres

/// The posted items that could not be recorded, as jobs.
struct SavedPosts: Sendable {
  private let lanes: JobLanes
  private let contents: JobContents

  init(lanes: JobLanes, contents: JobContents) {
    self.lanes = lanes
    self.contents = contents
  }

  /// Saves posted items of an API key, sealed. If the account or the key has too many dead-lettered
  /// items, some are dropped: first those that failed again, then the oldest of this account.
  func save(
    _ posts: [SavedPost], of post: TransactionPost, from keyID: String,
    within limits: SavedPostLimits, at now: Instant, on connection: isolated Connection
  ) throws {
    guard !posts.isEmpty else { return }
    let ids = posts.map(\.place.job)
    let sealed = try posts.map { try contents.seal($0.content, of: $0.place.job) }
    try connection.query(
      .postsSave,
      [
        ids.map(lanes.lane(of:)), ids.map(\.key), post.scope.environment?.rawValue,
        post.scope.app?.rawValue,
        post.owner?.key, keyID, posts.map(\.place.subject), sealed.map(\.bytes),
        sealed.map(\.key.masterKeyID), sealed.map(\.key.bytes),
        posts.map { $0.pendingFrom == nil ? "parked" : "owed" }, posts.map(\.reason.rawValue),
        posts.map { $0.pendingFrom ?? now }, now,
      ])
    let surplus = try connection.query(
      .postsSurplus, lanes.all, keyID, post.owner?.key, Int64(limits.accountMax),
      Int64(limits.keyMax), WaitingReason.allCases.map(\.rawValue))
    try drop(try surplus.decode((Int16, JobID).self).map(\.1), on: connection)
  }

  /// Returns the number of items of a post that may be pending, those counted that are so already.
  func placesForPending(
    _ posts: [SavedPost], of post: TransactionPost, from keyID: String,
    within limits: SavedPostLimits, on connection: isolated Connection
  ) throws -> Int {
    let rows = try connection.query(
      .postsPending, lanes.all, keyID, post.owner?.key, posts.map(\.place.job.key))
    let (key, account) = try rows[0].decode((Int64, Int64).self)
    let places = limits.keyMax - Int(key)
    guard post.owner != nil else { return max(0, places) }
    return max(0, min(places, limits.accountMax - Int(account)))
  }

  func drop(_ ids: [JobID], on connection: isolated Connection) throws {
    guard !ids.isEmpty else { return }
    try connection.post(dropping(ids))
  }

  /// Returns the statement that drops saved items, always in the same order.
  func dropping(_ ids: [JobID]) -> Call {
    let ids = ids.sorted { $0.description < $1.description }
    return Call(.jobsDrop, ids.map(lanes.lane(of:)), ids.map(\.key))
  }
}

/// A posted item that could not be recorded.
struct SavedPost: Sendable {
  let place: ItemPlace
  let content: [UInt8]
  let reason: WaitingReason
  /// The moment of the next attempt; nil if an operator has to fix something first.
  let pendingFrom: Instant?
}

/// The limits of the posted items that wait. They hold for pending items and for dead-lettered ones
/// separately.
package struct SavedPostLimits: Sendable {
  /// The number of items of an account. Items of posts without an account have no such limit.
  package let accountMax: Int
  /// The number of items of an API key.
  package let keyMax: Int
  /// The size of an item in bytes.
  package let bytesMax: Int

  package init(accountMax: Int = 100, keyMax: Int = 1_000, bytesMax: Int = 65_536) {
    self.accountMax = accountMax
    self.keyMax = keyMax
    self.bytesMax = bytesMax
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
