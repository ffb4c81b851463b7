import EventStore
import Ledger
import Projections
import TestSupport
import Testing

/// Rows of service that a later copy of a transaction takes away.
struct RemovedServiceTests {
  /// A change of a transaction that leaves nothing of its subscription.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout Purchase) -> Void
  }

  private static let changes = [
    Change(testDescription: "a consumable") { $0 = $0.with(type: .consumable) },
    Change(testDescription: "a family share") { $0.ownership = .familyShared },
  ]

  @Test(arguments: changes)
  func `a chain that turns out to be no subscription keeps no row`(change: Change) async throws {
    try await TestLedger.with { ledger in
      let months = PaidMonths("5000")
      try await ledger.record(months.events(1))
      try await ledger.project()
      #expect(try await ledger.count("select count(*) from service_period") == 1)
      try await ledger.record(
        months.events(1).map { event in
          guard case .chain(.transactionObserved(let fact)) = event else { return event }
          var purchase = fact.purchase
          change.apply(&purchase)
          return .chain(
            .transactionObserved(
              TransactionFact(
                chain: fact.chain, transactionID: fact.transactionID,
                purchase: purchase, expiresDate: fact.expiresDate, isUpgraded: fact.isUpgraded,
                revocation: fact.revocation, trust: .signed,
                assertedAt: fact.assertion.assertedAt + .seconds(60))))
        })
      try await ledger.project()
      #expect(try await ledger.count("select count(*) from service_period") == 0)
      for name in ProjectionName.allCases {
        for lane in ledger.log.lanes {
          try await Replay(pool: ledger.pool, log: ledger.log, of: name).verify(lane: lane)
        }
      }
    }
  }
}

extension Purchase {
  fileprivate func with(type: ProductType, group: SubscriptionGroupID? = "group") -> Purchase {
    var other = Purchase(
      productID: self.productID, type: type, subscriptionGroupID: group,
      purchaseDate: self.purchaseDate, ownership: self.ownership)
    other.price = self.price
    other.currency = self.currency
    other.storefront = self.storefront
    return other
  }
}
