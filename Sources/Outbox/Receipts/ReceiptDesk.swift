import AppStore
import EventStore
import Foundation
package import Intake
package import Ledger
import Postgres

/// Takes in what keyed clients post, keeps what cannot be recorded yet, and tells later what became of it.
package struct ReceiptDesk: Sendable {
  /// How many posted items a key may have parked, and how many waiting for their time.
  package static let savedMaxDefault = 1_000
  private static let resumeMax = 100
  /// How long a login waits for what is worked off.
  package static let resumePatienceDefault: Duration = .seconds(5)

  private let intake: Intake
  private let queue: ErrandQueue
  private let worker: OutboxWorker
  private let store: ReceiptStore
  private let savedMax: Int
  private let resumePatience: Duration
  private let now: @Sendable () -> Instant

  package init(
    intake: Intake, queue: ErrandQueue, worker: OutboxWorker, savedMax: Int = savedMaxDefault,
    resumePatience: Duration = resumePatienceDefault, now: @escaping @Sendable () -> Instant
  ) {
    self.intake = intake
    self.queue = queue
    self.worker = worker
    self.savedMax = savedMax
    self.resumePatience = resumePatience
    self.now = now
    store = ReceiptStore(pool: queue.pool, laneCount: queue.log.installation.laneCount)
  }

  /// Takes in a post and keeps its receipt. What is refused is parked with its reason, sealed; what is
  /// signed ahead of our clock is tried again when its time has come. Returns after the commit.
  package func receive(
    _ post: TransactionPost, from keyID: String
  ) async throws -> Submission {
    let received = try await intake.receive(post)
    return try await intake.translatingTrouble {
      try await queue.pool.withTransaction { connection in
        let submission = try save(received, of: post, from: keyID, on: connection)
        try store.write(submission, from: keyID, at: now(), on: connection)
        return submission
      }
    }
  }

  /// What became of a post; nil where none of this id is known any more.
  package func receipt(_ id: String) async throws -> Submission? {
    try await store.receipts([id]).first
  }

  /// What a login worked off.
  package struct Resumption: Sendable {
    package let worked: Int
    /// The posts of which an item was tried again, as they stand now.
    package let receipts: [Submission]
    /// Covers all that was recorded until then.
    package let position: Position
  }

  /// Works off now what is owed for an account, due or not: a bounded number for a bounded time.
  package func resume(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Resumption {
    let worked = try await worker.workOff(
      try await queue.names(of: account, of: bundleID, in: environment), limit: Self.resumeMax,
      within: resumePatience)
    let receipts = Set(worked.compactMap { ItemPlace(subject: $0.subject)?.receipt })
    return Resumption(
      worked: worked.count, receipts: try await store.receipts(receipts.sorted()),
      position: try await queue.log.position())
  }
}

extension ReceiptDesk {
  /// Keeps what was not recorded, and says of each item what is so now.
  private func save(
    _ received: Submission, of post: TransactionPost, from keyID: String,
    on connection: isolated Connection
  ) throws -> Submission {
    var submission = received
    try queue.drop(
      received.items.filter { $0.state == .settled }.map { place($0, of: received).errand },
      on: connection)
    let refused = received.items.filter { $0.state == .rejected }
    guard !refused.isEmpty else { return submission }
    let young = refused.filter(\.isAheadOfTime)
    let room = young.isEmpty ? 0 : savedMax - (try queue.owedPosts(of: keyID, on: connection))
    let waiting = Set(young.prefix(max(room, 0)).map(\.index))
    for index in waiting { submission.items[index].state = .pending }
    try queue.save(
      try refused.filter { waiting.contains($0.index) || !$0.isAheadOfTime }.map { item in
        try saved(
          item, of: post, as: place(item, of: received), waits: waiting.contains(item.index))
      }, of: post, from: keyID, keeping: savedMax, at: now(), on: connection)
    return submission
  }

  private func saved(
    _ item: Submission.Item, of post: TransactionPost, as place: ItemPlace, waits: Bool
  ) throws -> SavedPost {
    let posted = PostedItem(item.index, of: post)
    return SavedPost(
      place: place, content: Array(try JSONEncoder().encode(posted)),
      reason: item.reason ?? "refused",
      owedFrom: waits ? posted.comesOfAge(after: now()) : nil)
  }

  private func place(_ item: Submission.Item, of submission: Submission) -> ItemPlace {
    ItemPlace(receipt: submission.id, index: item.index)
  }
}

extension Submission.Item {
  /// Whether Apple signed it, by its own word, later than it is here.
  var isAheadOfTime: Bool {
    state == .rejected && reason == VerificationError.signedInTheFuture.code
  }
}

extension PostedItem {
  /// When it can be judged, by its own word; in an hour where it says nothing.
  func comesOfAge(after now: Instant) -> Instant {
    // What is unreadable says nothing.
    let signed = try? SignedPayload(signedTransaction)
    let moment = signed?.comesOfAge(as: TransactionPayload.self).map { Instant($0) }
    return moment ?? now + .seconds(3_600)
  }
}
