import Outbox
import Postgres
import Reconciliation
import TestSupport
import Testing

/// The words that the tables of reconciliation hold.
struct StoredWordTests {
  @Test func `name what Apple was asked`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.monthly, times: 1)
      let history = HistoryHandler(store.parts.histories)
      #expect(try await history.perform(try await store.job(.history, about: ids[0])) == .done)
      let status = StatusHandler(store.parts.histories)
      #expect(try await status.perform(try await store.job(.status, about: ids[0])) == .done)
      let rows = try await store.ledger.owner.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: "select kind, environment, app from history_count order by kind"))
      }
      let words = try rows.decode((String, String, String).self).map { [$0, $1, $2] }
      #expect(
        words == [
          ["history", "Production", "com.example.game"],
          ["status", "Production", "com.example.game"],
        ])
    }
  }

  @Test(
    arguments: [
      (.unreadable, "unreadable_line"), (.unknownEnvironment, "unknown_environment"),
      (.receipt, "unreadable_receipt"), (.emptyReceipt, "receipt_without_purchases"),
    ] as [(BackfillLine.Malformed, String)])
  func `tell why a line is none`(malformed: BackfillLine.Malformed, word: String) {
    #expect(malformed.rawValue == word)
  }
}
