import Foundation
import Ledger
import TestSupport
import Testing

/// `daicho reconcile status` of an app without a key of the Server API.
struct ReconcileStatusTests {
  private struct Status: Decodable {
    struct Store: Decodable {
      struct Reason: Decodable {
        let code, remedy: String
      }

      let app, environment: String
      let complete: Bool
      let completenessPercent: Double
      let purchasesWithoutPrice: Int
      let reasons: [Reason]
    }

    let complete: Bool
    let stores: [Store]
  }

  @Test func `names the app, the purchases without a price and the remedy, and exits with 1`()
    async throws
  {
    try await TestLedger.with { ledger in
      var purchase = Purchase(
        productID: "com.example.gems", type: .consumable, purchaseDate: TestLedger.now)
      purchase.quantity = 2
      try await ledger.record([
        .chain(
          .transactionObserved(
            TransactionFact(
              chain: ChainID(.sandbox, "1"), transactionID: "1",
              purchase: purchase, expiresDate: .absent, isUpgraded: nil, revocation: .absent,
              trust: .receipt, assertedAt: TestLedger.now)))
      ])
      try await ledger.project()
      let (code, output) = try await Self.status(of: ledger)
      #expect(code == 1)
      let status = try JSONDecoder().decode(Status.self, from: output)
      #expect(!status.complete)
      #expect(
        status.stores.map { "\($0.app) \($0.environment) \($0.completenessPercent)" } == [
          "com.example.game Production 0.0", "com.example.game Sandbox 0.0",
        ])
      #expect(status.stores.map(\.purchasesWithoutPrice) == [0, 1])
      #expect(
        status.stores.map { $0.reasons.map(\.code) } == [
          ["server_api_key_missing"], ["server_api_key_missing", "prices_missing"],
        ])
      let remedies = status.stores.flatMap(\.reasons).map(\.remedy)
      #expect(
        remedies.allSatisfy {
          $0.contains("issuerId, keyId and privateKeyFile of com.example.game in DAICHO_APPS")
        })
    }
  }

  private static func status(of ledger: TestLedger) async throws -> (Int32, Data) {
    try await LedgerCommand(["reconcile", "status", "--json"], on: ledger) { _ in
      #"[{"bundleId":"com.example.game","environments":["Production","Sandbox"]}]"#
    }.run()
  }
}
