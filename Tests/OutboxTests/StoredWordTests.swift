import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

@testable import AppStore
@testable import Outbox

/// The words, ids and subjects that the tables of the outbox hold.
struct StoredWordTests {
  private static let chain = ChainID(.production, "1000")
  private static let notification = UUID(uuidString: "A07D1F00-0000-4000-8000-000000000005")!

  @Test func `name the kinds and states of jobs`() {
    #expect(
      JobKind.allCases.map(\.rawValue)
        == ["post", "link", "history", "status", "receipt", "finish", "consumption"])
    #expect(JobStatus.State.allCases.map(\.rawValue) == ["owed", "parked", "done"])
  }

  /// The id is half a digest of kind, environment, app and subject: a job enqueued twice is one job
  /// for ever.
  @Test(arguments: [
    (
      JobID(.finish, .production, "com.example.game", "2000/1000"),
      "6c044ccf748bfd2405f6da403cfed53a"
    ),
    (JobID(.history, .sandbox, "com.example.game", "1000"), "45cc57912960608906bd64be974b3ea3"),
    (ItemPlace(receipt: "rcp_0a1b", index: 3).job, "57955b1271bbc3a230ef41516c9bfa55"),
  ])
  func `name one job`(id: JobID, text: String) {
    #expect(id.description == text)
    #expect(JobID(text) == id)
  }

  @Test(arguments: [
    (TransactionSubject("2000", of: chain), "2000/1000"),
    (
      TransactionSubject("2000", of: chain, notification: notification),
      "2000/1000/a07d1f00000040008000000000000005"
    ),
  ])
  func `name the job of a transaction`(subject: TransactionSubject, text: String) {
    #expect(subject.description == text)
    #expect(TransactionSubject(text) == subject)
  }

  @Test func `name an item of a receipt`() {
    #expect(ItemPlace(receipt: "rcp_0a1b", index: 3).subject == "rcp_0a1b/3")
    #expect(ItemPlace(subject: "rcp_0a1b/3") == ItemPlace(receipt: "rcp_0a1b", index: 3))
  }

  @Test(
    arguments: [
      (.unreadable, "unreadable_content"), (.keyMissing, "server_api_key_missing"),
    ] as [(JobResult, String)])
  func `tell why a job is not done`(outcome: JobResult, word: String) {
    switch outcome {
    case .never(let reason), .configuration(let reason), .retry(let reason, _):
      #expect(reason == word)
    case .done, .again: Issue.record("\(outcome) has no reason")
    }
    #expect(JobTransition.missed == "missed")
  }

  @Test(
    arguments: [
      (.rejected, 404, 4_040_010, "apple_4040010"), (.rejected, 401, nil, "apple_status_401"),
      (.rejected, nil, nil, "apple_refused"), (.unreadable, 200, nil, "apple_unreadable"),
      (.unreachable, nil, nil, "apple_unreachable"), (.unanswered, nil, nil, "apple_unanswered"),
      (.heldBack, nil, nil, "apple_held_back"), (.malformed, nil, nil, "malformed_id"),
      (.unsigned, nil, nil, "private_key_unusable"), (.canceled, nil, nil, "cancelled"),
    ] as [(ServerAPIError.Cause, Int?, Int?, String)])
  func `tell why Apple did not do it`(
    cause: ServerAPIError.Cause, status: Int?, code: Int?, word: String
  ) {
    let error = ServerAPIError(
      cause, status: status, code: code.map(APIErrorCode.init(rawValue:)), message: "",
      verdict: .never)
    #expect(JobResult(error) == .never(reason: word))
  }

  @Test func `stand in the row of a receipt and of its jobs`() async throws {
    try await TestLedger.with { ledger in
      let post = TransactionPost(
        account: "anna", signedTransactions: ["rubbish"], app: TestLedger.bundleID,
        environment: .production)
      _ = try await ledger.receipts().receive(post, from: "0a1b2c3d")
      let receipt = try await Self.texts(
        5, "select id, key_ids[1], state, position, items::jsonb::text from receipt", ledger)
      #expect(
        receipt == [
          "rcp_059a086f05cf1bb550f3620bd89d61bd", "0a1b2c3d", "rejected", "0",
          #"[{"index": 0, "state": "rejected", "reason": "malformed_jws", "duplicate": false}]"#,
        ])
      let foreign = TransactionPost(
        account: "anna",
        signedTransactions: [try ledger.authority.sign(payload: TestLedger.foreign("1"))],
        app: TestLedger.bundleID, environment: .production)
      let waiting = try await ledger.receipts().receive(foreign, from: "0a1b2c3d")
      let job = try await Self.texts(
        6, "select kind, environment, app, subject, state, reason from job", ledger)
      #expect(
        job == [
          "post", "Production", "com.example.game", "\(waiting.id)/0", "parked",
          "app_not_configured",
        ])
    }
  }

  @Test func `stand in the rows of a link to what is not known yet`() async throws {
    try await TestLedger.with { ledger in
      let service = LinkService(
        links: ledger.links(), queue: ledger.queue, askable: [TestLedger.bundleID],
        now: { TestLedger.now })
      _ = try await service.link("anna", to: "1000", of: TestLedger.bundleID, in: .production)
      let jobs = try await Self.texts(
        2, "select string_agg(kind || ' ' || subject, ', ' order by kind), min(state) from job",
        ledger)
      #expect(
        jobs == ["history 1000, link 1000/1726731fc355a51a0714cb44e64246f3", "owed"])
    }
  }

  /// Returns the first row of a query, all of text.
  private static func texts(
    _ count: Int, _ sql: String, _ ledger: TestLedger
  ) async throws -> [String] {
    let rows = try await ledger.owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: sql))
    }
    var columns = ColumnReader(rows[0])
    return try (0..<count).map { _ in try columns.next() }
  }
}
