import EventStore
import Foundation
package import Intake
import JSONBytes
import Ledger
import Postgres

/// A store of the receipts of posts.
struct ReceiptStore: Sendable {
  private static let cleaningMax: Int64 = 1_000

  private let pool: Pool
  private let lanes: JobLanes

  init(pool: Pool, lanes: JobLanes) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the statement that stores the receipt of a post; a later one replaces it.
  func writing(
    _ submission: Submission, from keyID: String, at now: Instant
  ) throws -> Call {
    Call(
      .receiptsWrite, lane(of: submission.id), submission.id, keyID,
      submission.state.rawValue, try Self.json(submission.items), submission.position.description,
      now)
  }

  /// Returns the receipts that are known among these.
  func receipts(_ ids: [String]) async throws -> [PostReceipt] {
    guard !ids.isEmpty else { return [] }
    return try await pool.withConnection { connection in
      try await connection.query(.receiptsRead, ids.map(lane(of:)), ids)
    }.map { row in
      let (id, items, position, keyIDs) = try row.decode((String, JSONText, String, [String]).self)
      return PostReceipt(submission: try Submission(id, items, position), keyIDs: keyIDs)
    }
  }

  /// Returns the items of a receipt that this transaction has written.
  func items(of id: String, on connection: isolated Connection) throws -> [Submission.Item] {
    let row = try connection.query(.receiptsRead, [lane(of: id)], [id])[0]
    let (_, items, position, _) = try row.decode((String, JSONText, String, [String]).self)
    return try Submission(id, items, position).items
  }

  /// Updates the result of one item. An app receipt that waited as one item becomes an item per
  /// purchase. Does nothing if the receipt of the post is gone.
  func change(
    _ place: ItemPlace, to items: [Submission.Item], reaching position: Position, at now: Instant
  ) async throws {
    let lane = lane(of: place.receipt)
    try await pool.withTransaction { connection in
      let rows = try connection.query(.receiptsLock, lane, place.receipt)
      guard
        var submission = try rows.first.map({ row in
          let (id, items, position) = try row.decode((String, JSONText, String).self)
          return try Submission(id, items, position)
        }),
        let index = submission.items.firstIndex(where: { $0.index == place.index })
      else { return }
      let former = submission.items[index]
      submission.items.replaceSubrange(index...index, with: items)
      for offset in items.indices {
        submission.items[index + offset].index = place.index + offset
      }
      if let first = items.first, first.movedFrom == nil, first.account == former.account {
        submission.items[index].movedFrom = former.movedFrom
      }
      for (lane, reached) in position.lanes {
        submission.position.reach(EventID(lane: lane, position: reached))
      }
      try connection.query(
        .receiptsChange, lane, place.receipt, submission.state.rawValue,
        try Self.json(submission.items), submission.position.description, now)
    }
  }

  /// Deletes the receipts that did not change since a moment. Returns their number.
  func clean(before moment: Instant) async throws -> Int {
    var count = 0
    while true {
      let some = try await pool.withConnection { [lanes] connection in
        try await connection.query(.receiptsClean, lanes.all, moment, Self.cleaningMax)
      }.affected
      count += some
      if some < Self.cleaningMax { return count }
    }
  }

  private func lane(of id: String) -> Int16 {
    StreamID.lane(of: Digest(of: Array(id.utf8)).half, among: lanes.count)
  }

  private static func json(_ items: [Submission.Item]) throws -> JSONText {
    JSONText(try JSONBytes.text(items))
  }
}

/// The kept receipt of a post.
package struct PostReceipt: Sendable {
  package let submission: Submission
  /// The ids of the API keys that sent the post.
  package let keyIDs: [String]
}

extension Submission {
  init(_ id: String, _ items: JSONText, _ position: String) throws {
    self.init(
      id: id, items: try JSONDecoder().decode([Item].self, from: Data(items.text.utf8)),
      position: Position(position) ?? Position())
  }
}
