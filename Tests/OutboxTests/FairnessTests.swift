import EventStore
import Ledger
import Outbox
import Postgres
import TestSupport
import Testing

/// Tests on one lane, so that the order is known completely.
struct FairnessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The app, account and subject of each job, in the order in which the jobs fell due.
    let owed: [(BundleID, AccountID?, String)]
    let limit: Int
    let taken: [String]
    var testDescription: String { name }
  }

  private static let game = TestLedger.bundleID
  private static let second = TestLedger.second

  static let cases: [Case] = [
    Case(
      name: "a greedy account waits for another",
      owed: [
        (game, "anna", "a1"), (game, "anna", "a2"), (game, "anna", "a3"), (game, "ben", "b1"),
      ], limit: 2, taken: ["a1", "b1"]),
    Case(
      name: "what is left goes to whoever has more",
      owed: [
        (game, "anna", "a1"), (game, "anna", "a2"), (game, "anna", "a3"), (game, "ben", "b1"),
      ], limit: 3, taken: ["a1", "b1", "a2"]),
    Case(
      name: "an app with many accounts waits for another app",
      owed: [
        (game, "anna", "a1"), (game, "ben", "b1"), (game, "carl", "c1"), (game, "dora", "d1"),
        (second, "emil", "e1"), (second, "emil", "e2"),
      ], limit: 4, taken: ["a1", "e1", "b1", "e2"]),
    Case(
      name: "who is nobody's takes one turn",
      owed: [(game, nil, "n1"), (game, nil, "n2"), (game, "anna", "a1")], limit: 2,
      taken: ["n1", "a1"]),
    Case(
      name: "the oldest comes first", owed: [(game, "ben", "b1"), (game, "anna", "a1")], limit: 1,
      taken: ["b1"]),
  ]

  @Test(arguments: cases)
  func `apps and accounts take turns`(_ fairness: Case) async throws {
    try await TestLedger.withOneLane { ledger in
      try await ledger.enqueue(fairness.owed)
      #expect(try await ledger.lease(fairness.limit).map(\.subject).inOrder(of: fairness.taken))
    }
  }

  @Test func `what an account has under way counts as its turn`() async throws {
    try await TestLedger.withOneLane { ledger in
      try await ledger.enqueue([
        (Self.game, "anna", "a1"), (Self.game, "anna", "a2"), (Self.game, "ben", "b1"),
        (Self.game, "ben", "b2"),
      ])
      var order: [String] = []
      for _ in 0..<4 { order += try await ledger.lease(1).map(\.subject) }
      #expect(order == ["a1", "b1", "a2", "b2"])
    }
  }
}

extension [String] {
  /// Compares two lists without their order: the rows of one statement come back in no order.
  fileprivate func inOrder(of other: [String]) -> Bool { sorted() == other.sorted() }
}

extension TestLedger {
  fileprivate static func withOneLane(
    _ body: @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await with(lanes: 1, body)
  }

  fileprivate func enqueue(_ owed: [(BundleID, AccountID?, String)]) async throws {
    try await queue.enqueue(
      owed.enumerated().map { index, job in
        TestLedger.job(
          job.2, of: job.0, for: job.1,
          due: Self.now + .seconds(index - 1_000))
      }, at: Self.now)
  }
}
