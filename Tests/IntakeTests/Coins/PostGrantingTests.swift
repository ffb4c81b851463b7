import AppStoreSimulator
import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Intake

/// Grants that are made in the batch of their post, with the receipt. Each is made once, for the right account.
struct PostGrantingTests {
  @Test func `the grant and its credit are in the batch of the post`() async throws {
    try await GrantingPost.withCatalog { ledger in
      let submission = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(submission.granted?.map(\.status.grant.amount) == [100])
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
      let batches = try await ledger.count(
        """
        select count(distinct b.recorded_at)
        from event e
        join lane_batch b on b.lane = e.lane
          and e.position between b.first_position and b.last_position
        where e.lane > 0
          and e.environment = (select min(environment) from event where transaction_id is not null)
        """)
      #expect(batches == 1)
      try await GrantingPost.expectNothingLeft(to: ledger)
    }
  }

  @Test func `the same post again, alone or at once, grants nothing twice`() async throws {
    try await GrantingPost.withCatalog { ledger in
      let other = try await ledger.another()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          let intake = number % 2 == 0 ? ledger.intake : other
          group.addTask {
            _ = try await GrantingPost.post("\(number / 10)", for: "anna", ledger, by: intake)
          }
        }
        try await group.waitForAll()
      }
      let again = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(again.items[0].duplicate)
      #expect(again.granted == nil, "the granter's progress is asked about what was granted before")
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 200)
      #expect(try await GrantingPost.grantCount(ledger) == 2)
    }
  }

  @Test func `an account's own token and a registered one are its names`() async throws {
    try await GrantingPost.withCatalog { ledger in
      let token = try #require(UUID(uuidString: GrantingPost.annaToken))
      let own = try await GrantingPost.post(
        "1", GrantingPost.annaToken, for: AccountID(token: token), in: ledger)
      #expect(own.granted?.count == 1)
      try await GrantingPost.register("0b000000-0000-4000-8000-000000000002", for: "bob", ledger)
      let registered = try await GrantingPost.post(
        "2", "0b000000-0000-4000-8000-000000000002", for: "bob", in: ledger)
      #expect(registered.granted?.count == 1)
      #expect(try await GrantingPost.balance(AccountID(token: token), ledger) == 100)
      #expect(try await GrantingPost.balance("bob", ledger) == 100)
      try await GrantingPost.expectNothingLeft(to: ledger)
    }
  }

  @Test func `coins that a game keeps are granted with the post and credited nowhere`() async throws
  {
    try await GrantingPost.withCatalog(wallet: .game) { ledger in
      let submission = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(submission.granted?.count == 1)
      #expect(try await ledger.count("select count(*) from event where type = 12") == 0)
      try await GrantingPost.expectNothingLeft(to: ledger)
    }
  }

  @Test func `a product without coins is answered at once`() async throws {
    try await GrantingPost.withCatalog { ledger in
      let submission = try await GrantingPost.post("1", for: "anna", product: "sword", in: ledger)
      #expect(submission.granted == [])
      try await GrantingPost.expectNothingLeft(to: ledger)
    }
  }

  @Test func `the statements of the receipt are executed with a settled post only`() async throws {
    try await GrantingPost.withCatalog { ledger in
      let keeping: TransactionIntake.Keeping = { _ in
        [Call(Statement(unsafeSQL: "select 1/0"))]
      }
      await #expect(throws: (any Error).self) {
        _ = try await GrantingPost.post("1", for: "anna", ledger, keeping: keeping)
      }
      // The account is known elsewhere before the post, and where the post is only with it.
      let recorded = "select count(*) from event where lane > 0 and transaction_id is not null"
      #expect(try await ledger.count(recorded) == 0)
      _ = try await GrantingPost.post("2", for: "anna", in: ledger)
      let foreign = try await GrantingPost.post("2", for: "bob", ledger, keeping: keeping)
      #expect(!foreign.isKept)
    }
  }
}
