import EventProcessing
import Ledger
import Projections
import Reconciliation
import TestSupport
import Testing

/// Purchases that only a receipt told of, or only a shared secret.
struct UnsignedSourceTests {
  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `a purchase without a price counts against completeness until Apple has told it`(
    trust: Trust
  ) async throws {
    try await OpenStore.with { store in
      let id = TransactionID(try await store.buy(OpenStore.monthly)[0])
      try await store.advance(to: TestLedger.now)
      let chain = ChainID(.production, OriginalTransactionID(id.rawValue))
      try await store.ledger.record([
        .chain(.transactionObserved(Self.told(id, of: chain, trust)))
      ])
      try await store.producing.runToEnd()
      let early = try #require(try await store.status())
      #expect(early.pending == 1 && !early.isComplete)
      #expect(try await Self.purchase(id, of: chain, in: store).price == nil)

      #expect(try await store.workOff() >= 1)
      #expect(try #require(try await store.status()).pending == 0)
      #expect(try await Self.purchase(id, of: chain, in: store).price ?? 0 > 0)
    }
  }

  private static func told(
    _ id: TransactionID, of chain: ChainID, _ trust: Trust
  ) -> TransactionFact {
    TransactionFact(
      chain: chain, bundleID: TestLedger.bundleID, transactionID: id,
      purchase: Purchase(
        productID: ProductID(OpenStore.monthly), type: .autoRenewable,
        purchaseDate: TestLedger.now + .seconds(-3_600)),
      expiresDate: .present(TestLedger.now + .seconds(30 * 86_400)), isUpgraded: nil,
      revocation: .absent, trust: trust, assertedAt: TestLedger.now)
  }

  private static func purchase(
    _ id: TransactionID, of chain: ChainID, in store: OpenStore
  ) async throws -> Purchase {
    try await store.ledger.project()
    let state = try #require(try await store.ledger.reader.chains.purchase(chain)).value
    return try #require(state.transactions[id]).purchase
  }
}
