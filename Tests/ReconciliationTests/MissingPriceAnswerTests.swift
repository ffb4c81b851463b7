import EventProcessing
import Ledger
import Projections
import Reconciliation
import TestSupport
import Testing

/// Charges that Apple signed without a price, and its later answers.
struct MissingPriceAnswerTests {
  /// Returns the fact of a pack of gems that Apple signed without its price.
  private func signed(_ id: TransactionID) -> TransactionFact {
    TransactionFact(
      chain: Self.chain(of: id), transactionID: id,
      purchase: Purchase(
        productID: ProductID(OpenStore.gems), type: .consumable,
        purchaseDate: TestLedger.now + .seconds(-3_600)),
      expiresDate: .absent, isUpgraded: false, revocation: .absent, trust: .signed,
      assertedAt: TestLedger.now)
  }

  private static func chain(of id: TransactionID) -> ChainID {
    ChainID(.production, OriginalTransactionID(id.rawValue))
  }

  private func price(_ id: TransactionID, in store: OpenStore) async throws -> Int64? {
    try await store.ledger.project()
    return try await store.ledger.reader.chains.purchase(Self.chain(of: id))?
      .value.transactions[id]?.purchase.price
  }

  @Test func `the history is read from its beginning, although it was read to its end before`()
    async throws
  {
    try await OpenStore.with { store in
      let id = TransactionID(try await store.buy(OpenStore.gems)[0])
      let chain = Self.chain(of: id)
      // A ledger of the sandbox alone rejects what it reads, and notes that it has read it.
      let rejected = try await store.strangeParts.histories.read(
        customerOf: id, in: store.store, chain: chain)
      #expect(rejected.rejected == 1)
      let read = try await store.parts.histories.read(
        customerOf: id, in: store.store, chain: chain)
      #expect(read.expected == 0)

      try await store.ledger.record([.chain(.transactionObserved(signed(id)))])
      try await store.producing.runToEnd()
      #expect(try await store.ledger.jobs() == ["history \(id.rawValue)"])
      #expect(try await price(id, in: store) == nil)
      _ = try await store.workOff()
      #expect(try await price(id, in: store) == 990)
    }
  }

  @Test func `reconcile run asks again for each chain that misses a price, and for no other`()
    async throws
  {
    try await OpenStore.with { store in
      let ids = try await store.buy(OpenStore.gems, times: 2).map { TransactionID($0) }
      try await store.ledger.record(ids.map { .chain(.transactionObserved(signed($0))) })
      try await store.producingWithoutKey.runToEnd()
      try await store.ledger.project()
      let missing = try #require(try await store.status())
      #expect(missing.purchasesWithoutPrice == 2 && !missing.isComplete)

      #expect(try await store.reconciler.enqueueWithoutPrice() == 2)
      _ = try await store.workOff()
      #expect(try await price(ids[0], in: store) == 990)
      #expect(try await price(ids[1], in: store) == 990)
      #expect(try await store.reconciler.enqueueWithoutPrice() == 0)
      #expect(try #require(try await store.status()).purchasesWithoutPrice == 0)
    }
  }
}
