import EventProcessing
import EventStore
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

struct ErasureTests {
  @Test(arguments: [false, true])
  func `stays so when an earlier claim is projected late`(claimsAgain: Bool) async throws {
    try await TestLedger.with { ledger in
      let account = ledger.account("anna").reference
      func claim(_ chain: OriginalTransactionID) -> LedgerEvent {
        .account(
          .chainClaimed(
            ChainClaimed(
              chain: ChainID(.production, chain), account: account,
              claimedAt: TestLedger.now)))
      }
      let erasure = LedgerEvent.account(
        .accountErased(
          AccountErased(
            environment: .production, bundleID: TestLedger.bundleID, account: account, chains: [],
            erasedAt: TestLedger.now)))
      try await ledger.script(
        """
        alter table account_chain
          add constraint poison check (original_transaction_id <> '1000')
        """)
      let events = [claim("1000"), erasure] + (claimsAgain ? [claim("1001")] : [])
      for event in events {
        _ = try await ledger.log.append([NewEvent(event)])
        try await ledger.project()
      }
      #expect(try await ledger.projector.lag().deadLetters == 1)
      try await ledger.script("alter table account_chain drop constraint poison")
      #expect(try await ledger.projector.retryDeadLetters() == 1)
      let left = try await ledger.pool.withConnection {
        try await $0.query(
          Statement(unsafeSQL: "select original_transaction_id from account_chain")
        ).decode(String.self)
      }
      #expect(left == (claimsAgain ? ["1001"] : []))
    }
  }
}
