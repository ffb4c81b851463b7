import AppStoreSimulator
import EventProcessing
import EventStore
import Foundation
import Intake
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

struct ProjectionTests {
  private static let token = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
  private let days = ["2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01"].map(
    Instant.init(day:))

  private func bodies(_ ledger: TestLedger) throws -> [[UInt8]] {
    try zip(days, days.dropFirst()).enumerated().map { index, period in
      let transaction = TestLedger.transaction(
        "\(2000 + index)", chain: "2000", from: period.0, to: period.1, token: Self.token)
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        renewalDate: period.1.milliseconds, signedDate: period.0.milliseconds,
        environment: "Production")
      return try ledger.notification(
        index == 0 ? "SUBSCRIBED" : "DID_RENEW", transaction, renewal: renewal)
    }
  }

  /// Returns the visible answers, without the events behind them.
  private func answers(_ ledger: TestLedger) async throws -> [String] {
    let account = try await ledger.known(AccountID(Self.token))
    var answers: [String] = []
    for day in days + [Instant(day: "2026-04-15")] {
      let entitlements = try await ledger.reader.status.entitlements(of: account, at: day).value
      answers += entitlements.map {
        "\(day) \($0.transactionID) \($0.state) \($0.willRenew ?? false)"
      }
      let statuses = try await ledger.reader.status.subscriptions(of: account, at: day).value
      answers += statuses.map { "\(day) \($0.status) \($0.expiresAt)" }
    }
    return answers
  }

  @Test func `any order, repetition and batching answers the same`() async throws {
    let straight = try await TestLedger.with { ledger in
      for body in try bodies(ledger) {
        _ = try await ledger.intake.notifications.receive(notification: body)
        try await ledger.project()
      }
      return try await answers(ledger)
    }
    let shuffled = try await TestLedger.with { ledger in
      let bodies = try bodies(ledger)
      for body in (bodies + bodies).shuffled() {
        _ = try await ledger.intake.notifications.receive(notification: body)
      }
      try await ledger.project()
      return try await answers(ledger)
    }
    #expect(straight == shuffled)
    #expect(straight.contains { $0.contains("2001 active true") })
  }

  @Test func `reading the log again from the start gives the same rows`() async throws {
    try await TestLedger.with { ledger in
      for body in try bodies(ledger).shuffled() {
        _ = try await ledger.intake.notifications.receive(notification: body)
        try await ledger.project()
      }
      _ = try await ledger.intake.tokens.register(
        token: try #require(UUID(uuidString: Self.token)), for: "anna", of: TestLedger.bundleID,
        in: [.production])
      try await ledger.project()
      let dump = Statement(
        unsafeSQL: """
          select state::text as state from chain union all
          select state::text from chain_transaction union all
          select original_transaction_id from account_chain union all
          select account::text from account_naming order by state
          """)
      func rows() async throws -> [String] {
        try await ledger.pool.withConnection { connection in
          try await connection.query(dump).decode()
        }
      }
      let live = try await rows()
      try await ledger.forgetProjections()
      try await ledger.project()
      #expect(try await rows() == live)
      #expect(live.count == 8)
    }
  }

  @Test func `two projectors at work do not disturb one another`() async throws {
    try await TestLedger.with { ledger in
      for body in try bodies(ledger) {
        _ = try await ledger.intake.notifications.receive(notification: body)
      }
      async let first: Void = ledger.project()
      async let second: Void = ledger.project()
      _ = try await (first, second)
      try await ledger.project()
      #expect(try await ledger.projector.lag().events == 0)
      #expect(try await answers(ledger).contains { $0.contains("2001 active true") })
    }
  }

  @Test func `a reader waits for a position and no longer than it may`() async throws {
    try await TestLedger.with { ledger in
      let receipt = try await ledger.intake.notifications.receive(
        notification: try bodies(ledger)[0])
      await #expect(throws: ProjectionError.positionNotReached) {
        try await ledger.reader.positions.wait(for: receipt.position, within: .milliseconds(50))
      }
      async let waiting: Void = ledger.reader.positions.wait(
        for: receipt.position, within: .seconds(60))
      try await ledger.project()
      try await waiting
    }
  }

  @Test func `history tells the chain's events page by page`() async throws {
    try await TestLedger.with { ledger in
      for body in try bodies(ledger) {
        _ = try await ledger.intake.notifications.receive(notification: body)
      }
      try await ledger.project()
      let account = try await ledger.known(AccountID(Self.token))
      let whole = try await ledger.reader.history.page(of: [account], limit: 100).value
      #expect(whole.events.count == 9)
      #expect(whole.next == nil)
      var paged: [RecordedEvent] = []
      var next: Position? = Position()
      while let after = next {
        let page = try await ledger.reader.history.page(of: [account], after: after, limit: 4).value
        paged += page.events
        next = page.next
      }
      #expect(paged == whole.events)
    }
  }
}
