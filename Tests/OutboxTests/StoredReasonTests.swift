import EventStore
import Foundation
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

/// The reasons that handlers leave in the row of a job.
struct StoredReasonTests {
  private static let command = #"{"account":"anna","originalTransactionID":"1000"}"#

  @Test func `tell that a purchase to be linked is not known`() async throws {
    try await TestLedger.with { ledger in
      let job = try await link(in: ledger)
      let outcome = try await LinkHandler(links: ledger.links(), queue: ledger.queue)
        .perform(job)
      #expect(outcome == .retry(reason: "purchase_unknown"))
    }
  }

  @Test func `tell that a master key is not known`() async throws {
    try await TestLedger.with { ledger in
      let job = try await link(in: ledger)
      let keyring = try Keyring(Keyring.generate(id: "k2"))
      let queue = JobQueue(pool: ledger.pool, log: ledger.log, keyring: keyring)
      let outcome = try await LinkHandler(links: ledger.links(), queue: queue).perform(job)
      #expect(outcome == .configuration(reason: "unknown_master_key"))
    }
  }

  @Test func `tell that a post was rejected with a code`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.enqueue(
        TestLedger.job(.post, "rcp_0/0", content: #"{"signedTransaction":"rubbish"}"#))
      let job = try #require(try await ledger.lease().first)
      let handler = PostHandler(
        intake: ledger.intake, queue: ledger.queue, now: { TestLedger.now })
      #expect(try await handler.perform(job) == .never(reason: "malformed_jws"))
    }
  }

  @Test func `tell why Apple's question is not answered`() async throws {
    try await TestLedger.with { ledger in
      let anna = TestLedger.player("anna")
      try await ledger.record([GemPurchase("1").bought(), GemPurchase("1").owned(by: anna)])
      _ = try await ledger.intake.consents.record(
        true, by: "anna", of: TestLedger.bundleID, in: .production)
      let subject = TransactionSubject("99", of: GemPurchase("1").chain)
      let job = Job.given(.consumption, subject.description)
      let policy = ConsumptionPolicy(sampleContentProvided: true, refundPreference: nil)
      #expect(
        try await handler(ledger, nil).perform(job)
          == .configuration(reason: "consumption_not_answered"))
      #expect(
        try await handler(ledger, policy).perform(job)
          == .retry(reason: "transaction_unknown"))
    }
  }

  private func link(in ledger: TestLedger) async throws -> Job {
    try await ledger.enqueue(TestLedger.job(.link, "1000/anna", content: Self.command))
    return try #require(try await ledger.lease().first)
  }

  private func handler(_ ledger: TestLedger, _ policy: ConsumptionPolicy?) -> ConsumptionHandler {
    let app = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: nil, environments: [.production],
      consumption: policy)
    return ConsumptionHandler(
      [app], intake: ledger.intake, log: ledger.log, clients: ServerAPIClients(),
      now: { TestLedger.now })
  }
}
