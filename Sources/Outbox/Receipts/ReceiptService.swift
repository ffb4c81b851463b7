import EventStore
import Foundation
package import Intake
package import Ledger
import Postgres

/// A service that ingests the posts of clients with an API key, keeps the items that cannot be
/// recorded yet, and reports the result later.
package struct ReceiptService: Sendable {
  private static let resumeMax = 100
  /// The longest time that a login waits for its jobs.
  package static let resumePatienceDefault: Duration = .seconds(5)

  private let intake: Intake
  private let queue: JobQueue
  private let worker: OutboxWorker
  private let limits: SavedPostLimits
  private let resumePatience: Duration
  private let lookups: PurchaseLookups
  private let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - askable: the apps with a key for Apple's Server API.
  ///   - verifiable: the apps whose receipts verifyReceipt is asked about.
  package init(
    intake: Intake, queue: JobQueue, worker: OutboxWorker, askable: Set<BundleID> = [],
    verifiable: Set<BundleID> = [],
    limits: SavedPostLimits = SavedPostLimits(), resumePatience: Duration = resumePatienceDefault,
    now: @escaping @Sendable () -> Instant
  ) {
    self.intake = intake
    self.queue = queue
    self.worker = worker
    self.limits = limits
    self.resumePatience = resumePatience
    self.now = now
    lookups = PurchaseLookups(
      queue: queue, askable: askable, verifiable: verifiable, now: now)
  }

  /// Ingests a post and keeps its receipt. A rejected item that may still be recorded, for a
  /// `WaitingReason`, is dead-lettered, sealed. An item that waits by itself, such as one that
  /// is signed ahead of our clock, is pending. Returns after the commit.
  ///
  /// The receipt of a post that is settled in one transaction is kept in it. A restore that is posted again still
  /// names the account from which it moved the purchase, by the kept receipt.
  package func receive(
    _ post: TransactionPost, from keyID: String
  ) async throws -> Submission {
    let received = try await intake.transactions.receive(post) { submission in
      [
        queue.posts.dropping(settledJobs(of: submission)),
        try queue.receipts.writing(submission, from: keyID, at: now()),
      ]
    }
    if received.isKept { return received }
    return try await Rejection.translatingFailure {
      try await queue.pool.withTransaction { connection in
        var submission = try save(received, of: post, from: keyID, on: connection)
        try queue.enqueue(try questions(about: submission, post), at: now(), on: connection)
        try connection.post(try queue.receipts.writing(submission, from: keyID, at: now()))
        if post.isRestore {
          submission.items = try queue.receipts.items(of: submission.id, on: connection)
        }
        return submission
      }
    }
  }

  /// Returns the receipt of a post; nil if no receipt with this id is kept.
  package func receipt(_ id: String) async throws -> PostReceipt? {
    try await receipts([id]).first
  }

  /// Returns the receipts of posts. Items that waited for the kind of their product are settled as soon as a
  /// catalog or Apple tells it.
  private func receipts(_ ids: [String]) async throws -> [PostReceipt] {
    var receipts: [PostReceipt] = []
    for receipt in try await queue.receipts.receipts(ids) {
      receipts.append(
        PostReceipt(
          submission: try await intake.untoldTypes.settling(receipt.submission),
          keyIDs: receipt.keyIDs))
    }
    return receipts
  }

  /// The outcome of the jobs that a login performed.
  package struct Resumption: Sendable {
    package let worked: Int
    /// The present receipts of the posts with a retried item.
    package let receipts: [PostReceipt]
    /// The chains of each environment that waited under the account's name until now.
    package let brought: [TokenChains]
    /// A position that covers all events recorded until then.
    package let position: Position
  }

  /// Performs the pending jobs of an account in some environments of an app now, due or not: a bounded number for a
  /// bounded time. Makes the account known there.
  package func resume(
    _ account: AccountID, of bundleID: BundleID, in environments: [StoreEnvironment]
  ) async throws -> Resumption {
    let brought = try await intake.names.makeKnown(account, of: bundleID, in: environments)
    var names: Set<AccountReference> = []
    for environment in environments {
      names.formUnion(
        try await queue.accounts.names(of: account, of: bundleID, in: environment))
    }
    let worked = try await worker.workOff(
      names, limit: Self.resumeMax, within: resumePatience)
    let receipts = Set(worked.compactMap { ItemPlace(subject: $0.subject)?.receipt })
    return Resumption(
      worked: worked.count, receipts: try await self.receipts(receipts.sorted()),
      brought: brought.chains,
      position: try await queue.log.position())
  }
}

extension ReceiptService {
  /// Saves the items that were not recorded. Returns the submission with the present state of each
  /// item.
  private func save(
    _ received: Submission, of post: TransactionPost, from keyID: String,
    on connection: isolated Connection
  ) throws -> Submission {
    var submission = received
    try queue.posts.drop(settledJobs(of: received), on: connection)
    // A receipt waits as a whole, so one of its purchases alone does not.
    let waiting = post.isReceipt && received.items.count > 1 ? [] : received.items
    let savable = try waiting.compactMap { item in
      try saved(item, of: post, as: place(item, of: received))
    }
    guard !savable.isEmpty else { return submission }
    let pending = savable.filter { $0.pendingFrom != nil }
    let places =
      try pending.isEmpty
      ? 0
      : queue.posts.placesForPending(pending, of: post, from: keyID, within: limits, on: connection)
    for saved in pending.prefix(places) { submission.items[saved.place.index].state = .pending }
    try queue.posts.save(
      savable.filter { $0.pendingFrom == nil } + pending.prefix(places), of: post, from: keyID,
      within: limits, at: now(), on: connection)
    try queue.enqueue(try queries(about: submission, post), at: now(), on: connection)
    return submission
  }

  /// Returns the question to verifyReceipt about a receipt that told anything new.
  private func questions(
    about submission: Submission, _ post: TransactionPost
  ) throws -> [NewJob] {
    guard case .receipt(let contents, _) = post.content,
      let item = submission.items.first(where: {
        ($0.state == .settled || $0.waitsForType) && !$0.duplicate
      }),
      let chain = item.chain
    else { return [] }
    let question = try lookups.question(
      about: contents, of: chain.bundleID, in: chain.environment, submission.id)
    return [question].compactMap(\.self)
  }

  /// Returns the query to Apple about the purchase that is waited for.
  private func queries(about submission: Submission, _ post: TransactionPost) throws -> [NewJob] {
    guard case .receipt(let contents, _) = post.content,
      let item = submission.items.first(where: {
        $0.state == .pending && $0.reason == TransactionReceiptIntake.purchaseUnknown
      }), let chain = item.chain
    else { return [] }
    let query = try lookups.query(about: chain, in: contents, submission.id)
    return [query].compactMap(\.self)
  }

  /// Returns the content of a rejected item that may wait; nil for any other item.
  private func saved(
    _ item: Submission.Item, of post: TransactionPost, as place: ItemPlace
  ) throws -> SavedPost? {
    guard let reason = item.waitingReason else { return nil }
    let posted = PostedItem(item.index, of: post)
    let content = Array(try JSONEncoder().encode(posted))
    guard content.count <= limits.bytesMax else { return nil }
    return SavedPost(
      place: place, content: content, reason: reason,
      pendingFrom: reason.firstAttempt(at: posted, after: now()))
  }

  /// Returns the jobs of items that are settled, which wait no more.
  private func settledJobs(of submission: Submission) -> [JobID] {
    submission.items.filter { $0.state == .settled }.map { place($0, of: submission).job }
  }

  private func place(_ item: Submission.Item, of submission: Submission) -> ItemPlace {
    ItemPlace(receipt: submission.id, index: item.index)
  }
}

extension TransactionPost {
  fileprivate var isReceipt: Bool {
    if case .receipt = content { true } else { false }
  }
}
