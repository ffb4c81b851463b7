import Access
import Foundation
import Ledger
import TestSupport
import Testing

/// Commands that read many events go on behind one that cannot be read, and exit with 1.
struct UnreadableEventTests {
  @Test func `an audit and a review tell what can be read, and exit with 1`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      _ = try await ledger.store(after: "1000", changing: "schema_version = 99")
      let run = { (words: [String]) in
        try await LedgerCommand(words, on: ledger) { _ in #"[{"bundleId":"com.example.game"}]"# }
          .run()
      }
      let review = try await run(["accounts", "review"])
      #expect(review.0 == 1)
      #expect(String(decoding: review.1, as: UTF8.self) == "Nothing else needs a look.\n")
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      _ = try await keys.create(name: "test", scopes: [.read])
      #expect(try await run(["audit"]).0 == 0)
      try await ledger.script(
        """
        set session_replication_role = replica;
        update event set schema_version = 99 where lane = 0 and position = 1;
        reset session_replication_role
        """)
      let audit = try await run(["audit", "--json"])
      #expect(audit.0 == 1)
      #expect(String(decoding: audit.1, as: UTF8.self).contains(#""event" : "0-1""#))
    }
  }
}
