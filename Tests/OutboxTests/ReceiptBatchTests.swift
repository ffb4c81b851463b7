import AppStoreSimulator
import EventStore
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

/// Receipts that are kept by the transaction of one batch.
struct ReceiptBatchTests {
  @Test func `receipts of one batch are kept, and of equal posts that of the last key`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.publishGems()
      _ = try await ledger.known("anna")
      let posts = try ["1", "2", "3"].map { id in
        TransactionPost(
          account: "anna",
          signedTransactions: [try ledger.authority.sign(payload: TestLedger.gems(id))])
      }
      let received = try await Self.received(
        [(posts[0], "first"), (posts[1], "first"), (posts[2], "first"), (posts[0], "second")],
        in: ledger)
      #expect(received.map(\.isKept) == [true, true, true, true])
      #expect(received.map { $0.items.map(\.duplicate) } == [[false], [false], [false], [true]])
      #expect(try await ledger.count("select count(*) from receipt") == 3)
      for (submission, keys) in zip(
        received.dropFirst(), [["first"], ["first"], ["first", "second"]])
      {
        let receipt = try #require(try await ledger.receipts().receipt(submission.id))
        #expect(receipt.keyIDs == keys)
        #expect(receipt.submission.items == submission.items)
        #expect(receipt.submission.position == submission.position)
      }
    }
  }

  /// Posts in this order, in one batch.
  private static func received(
    _ posts: [(post: TransactionPost, keyID: String)], in ledger: TestLedger
  ) async throws -> [Submission] {
    let service = ledger.receipts()
    return try await ledger.whileLanesAreLocked { log in
      // The writer waits for the lanes with a batch of its own, so all posts share the next.
      let blocking = Task { try await ledger.known("bert") }
      try await ledger.waitUntilALaneIsAwaited()
      var receiving: [Task<Submission, any Error>] = []
      for (post, keyID) in posts {
        receiving.append(Task { try await service.receive(post, from: keyID) })
        while log.unansweredCount <= receiving.count { await Task.yield() }
      }
      return Task { [receiving] in
        _ = try await blocking.value
        var received: [Submission] = []
        for task in receiving { received.append(try await task.value) }
        return received
      }
    }
  }
}
