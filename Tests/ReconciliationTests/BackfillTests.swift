import AppStoreSimulator
import Intake
import Ledger
import Reconciliation
import TestSupport
import Testing

struct BackfillTests {
  private func backfill(_ store: OpenStore) -> Backfill {
    Backfill(
      of: TestLedger.bundleID, by: store.parts.histories,
      records: BackfillRecords(store.ledger.pool), rest: { _ in })
  }

  @Test func `takes a customer from a receipt, and the purchases from Apple`() async throws {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 3)
      let lines = [
        UnsignedAppReceipt(ids[1]), UnsignedAppReceipt("77"), UnsignedAppReceipt(purchases: []),
      ]
      let file = BackfillFile(Array(lines.map(\.base64).joined(separator: "\n").utf8))
      let progress = try await backfill(store).run(file)
      #expect(progress.customers == 1 && progress.count.repaired == 3)
      let failures = try await BackfillRecords(store.ledger.pool).failures(of: file.digest)
      #expect(failures.map(\.line) == [2, 3])
      #expect(failures.last?.code == "receipt_without_purchases")
      let chain = ChainID(.production, OriginalTransactionID(ids[2]))
      #expect(try await store.parts.cursors.isRead(chain))
    }
  }

  @Test func `reads every customer's history once, and grants none of it`() async throws {
    try await OpenStore.with { store in
      let ann = try await store.buy(OpenStore.gems, times: 25)
      let ben = try await store.buy(OpenStore.gems, times: 3, by: "ben")
      try await store.publishCatalog()
      let cutOver = Instant(milliseconds: await store.simulation.now + 60_000)
      try await store.intake.catalogs.declare(
        before: cutOver, of: TestLedger.bundleID, in: .production)
      let lines = [ann[0], "", #"{"transactionId": "\#(ben[1])"}"#, "nobody", "77"]
      let file = BackfillFile(Array(lines.joined(separator: "\n").utf8))
      let progress = try await backfill(store).run(file)
      #expect(progress.linesDone == 5 && progress.customers == 2 && progress.known == 0)
      #expect(progress.count.repaired == 28 && progress.finishedAt != nil)
      let failures = try await BackfillRecords(store.ledger.pool).failures(of: file.digest)
      #expect(failures.map(\.line) == [4, 5])

      let events = try await store.ledger.eventCount()
      #expect(try await backfill(store).run(file).customers == 2)
      let another = try await backfill(store).run(BackfillFile(Array(ann[24].utf8)))
      #expect(another.linesDone == 1 && another.customers == 0 && another.known == 1)
      let again = BackfillFile(Array([ann[0], "", ben[0], ben[1]].joined(separator: "\n").utf8))
      #expect(try await backfill(store).run(again).known == 3)
      #expect(
        try await backfill(store).run(again).known == 3, "a finished file counts no line twice")
      #expect(try await store.ledger.eventCount() == events)

      try await store.ledger.grant()
      #expect(try await store.ledger.eventCount() == events + 28, "each was delivered elsewhere")
      #expect(try await store.ledger.count("select count(*) from event where type = 12") == 0)
      try await store.advance(to: cutOver + .seconds(60))
      let bought = try await store.buy(OpenStore.gems, by: "ben")[0]
      _ = try await store.parts.histories.read(
        customerOf: TransactionID(bought), in: store.store,
        chain: ChainID(.production, OriginalTransactionID(bought)))
      let before = try await store.ledger.eventCount()
      try await store.ledger.grant()
      #expect(try await store.ledger.eventCount() == before + 1)
    }
  }
}
