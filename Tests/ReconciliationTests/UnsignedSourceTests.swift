import AppStoreSimulator
import EventProcessing
import Foundation
import Ledger
import Outbox
import Projections
import Reconciliation
import TestSupport
import Testing

/// Purchases that only a receipt told of, or only a shared secret. Apple's answers leave nothing out, as they may
/// where customers of every kind live.
struct UnsignedSourceTests {
  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `a purchase without a price counts against completeness until Apple has told it`(
    trust: Trust
  ) async throws {
    try await OpenStore.with(of: [.steady]) { store in
      let id = TransactionID(try await store.buy(OpenStore.monthly)[0])
      try await store.advance(to: TestLedger.now)
      let chain = Self.chain(of: id)
      try await store.ledger.record([
        .chain(.transactionObserved(Self.told(id, of: chain, trust)))
      ])
      try await store.producing.runToEnd()
      let early = try #require(try await store.status())
      #expect(early.pending == 1 && early.purchasesWithoutPrice == 0 && !early.isComplete)
      #expect(try await Self.purchase(id, of: chain, in: store).price == nil)

      #expect(try await store.workOff() >= 1)
      #expect(try #require(try await store.status()).pending == 0)
      #expect(try await Self.purchase(id, of: chain, in: store).price ?? 0 > 0)
    }
  }

  @Test(arguments: [Trust.receipt, .sharedSecret])
  func `where all else is complete, three purchases without a price are not, until Apple answers`(
    trust: Trust
  ) async throws {
    try await OpenStore.with(of: [.steady]) { store in
      try await store.advance(to: TestLedger.now)
      _ = try await store.parts.sweeper.sweepWhatIsDue(of: store.store)
      let empty = try #require(try await store.status())
      #expect(empty.isComplete && empty.completeness == 100)

      let month = TransactionID(try await store.buy(OpenStore.monthly)[0])
      let gems = try await store.buy(OpenStore.gems, times: 2).map { TransactionID($0) }
      let told =
        [Self.told(month, of: Self.chain(of: month), trust)]
        + gems.map { Self.told($0, of: Self.chain(of: $0), trust, OpenStore.gems, .consumable) }
      try await store.ledger.record(told.map { .chain(.transactionObserved($0)) })
      try await store.ledger.project()
      let early = try #require(try await store.status())
      #expect(early.gaps == [] && early.rejected == [:] && early.pending == 0)
      #expect(early.purchasesWithoutPrice == 3)
      #expect(!early.isComplete && early.completeness == 99.99)

      try await store.producing.runToEnd()
      #expect(try #require(try await store.status()).pending == 3)
      _ = try await store.workOff()
      try await store.ledger.project()
      let late = try #require(try await store.status())
      #expect(late.pending == 0 && late.purchasesWithoutPrice == 0)
      #expect(late.isComplete && late.completeness == 100)
      // 9.99 for the month and 0.99 for each pack of gems, as the store's catalog has them.
      let charged = try await store.ledger.count(
        "select sum(price)::bigint from commission_line where corrected_at is null")
      #expect(charged == 9_990 + 2 * 990)
    }
  }

  @Test func `a key that is given later fetches what was recorded without one`() async throws {
    try await OpenStore.with(of: [.steady]) { store in
      let id = TransactionID(try await store.buy(OpenStore.gems)[0])
      try await store.ledger.record([
        .chain(
          .transactionObserved(
            Self.told(id, of: Self.chain(of: id), .receipt, OpenStore.gems, .consumable)))
      ])
      try await store.producingWithoutKey.runToEnd()
      _ = try await store.workOff()
      #expect(try await Self.purchase(id, of: Self.chain(of: id), in: store).price == nil)

      #expect(try await store.reconciler.enqueueNeverRead() == 1)
      #expect(try await store.workOff() == 1)
      #expect(try await Self.purchase(id, of: Self.chain(of: id), in: store).price == 990)
      #expect(try await store.reconciler.enqueueNeverRead() == 0)
    }
  }

  @Test func `the status of an unknown chain brings the chain and its renewal, signed`()
    async throws
  {
    try await OpenStore.with(of: [.steady]) { store in
      let id = TransactionID(try await store.buy(OpenStore.monthly)[0])
      try await store.advance(to: TestLedger.now)
      let chain = Self.chain(of: id)
      let notification = ReceivedNotification(
        notificationUUID: UUID(), notificationType: "INITIAL_BUY", subtype: nil,
        bundleID: TestLedger.bundleID, environment: .production, chain: chain, transactionID: id,
        status: nil, details: [:], trust: .sharedSecret, signedDate: TestLedger.now)
      try await store.ledger.record([.chain(.notificationReceived(notification))])
      try await store.producing.runToEnd()
      let owed = ["history \(id.rawValue)", "status \(id.rawValue)"]
      #expect(try await store.ledger.jobs() == owed)

      let job = try await store.job(.status, about: id.rawValue)
      #expect(try await StatusHandler(store.parts.histories).perform(job) == .done)
      try await store.ledger.project()
      let state = try #require(try await store.ledger.reader.chains.purchase(chain)).value
      // The status tells the newest period, and the history those before.
      #expect(state.transactions.values.map(\.trust) == [.signed])
      #expect(state.renewal?.plan.autoRenew == true)
      #expect(try await store.workOff() >= 1)
      #expect(try await store.ledger.jobs() == [])
      #expect(try await Self.purchase(id, of: chain, in: store).price ?? 0 > 0)
    }
  }

  private static func chain(of id: TransactionID) -> ChainID {
    ChainID(.production, OriginalTransactionID(id.rawValue))
  }

  private static func told(
    _ id: TransactionID, of chain: ChainID, _ trust: Trust,
    _ product: String = OpenStore.monthly, _ type: ProductType = .autoRenewable
  ) -> TransactionFact {
    TransactionFact(
      chain: chain, transactionID: id,
      purchase: Purchase(
        productID: ProductID(product), type: type,
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
