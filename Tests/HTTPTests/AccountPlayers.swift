import Access
import AppStoreSimulator
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport

/// The requests of one app's players, and their entitlements afterwards.
extension TestService {
  /// The result of one transaction posted for an account.
  struct PostedItem: Decodable {
    let state: String, reason: String?, finish: Bool, coolingDownUntil: String?
    let movedFrom: String?
  }

  private struct Posted: Decodable {
    let transactions: [PostedItem], position: String
  }

  @discardableResult
  func posts(
    _ account: String, _ transaction: SignableTransaction, restore: Bool = false
  ) async throws -> PostedItem {
    struct Post: Encodable { let account: String, signedTransactions: [String], restore: Bool }
    let post = Post(
      account: account,
      signedTransactions: [try ledger.authority.sign(payload: transaction)], restore: restore)
    let body = String(decoding: try JSONEncoder().encode(post), as: UTF8.self)
    let posted = try await self.post("/v1/transactions", body).decode(Posted.self)
    try await ledger.project()
    return posted.transactions[0]
  }

  /// Publishes a catalog that grants 50 gems for a month.
  func sellsGemsByTheMonth() async throws {
    let month = CatalogProduct(
      "com.example.month", type: .autoRenewable, grants: [ProductGrant("gem", 50)])
    _ = try await ledger.intake.catalogs.publish(
      Catalog([month], coins: ["gem": .daicho]), of: TestLedger.bundleID,
      validFrom: Instant(day: "2026-01-01"))
  }

  /// Declares a coin and gives an account an amount of it.
  func gives(_ amount: Int64, _ coin: String, to account: String) async throws {
    let catalog =
      #"{"coins":{"\#(coin)":{"wallet":"daicho"}},"products":"#
      + #"[{"productId":"\#(coin)s","type":"Consumable","#
      + #""grants":[{"coin":"\#(coin)","amount":1}]}]}"#
    _ = try await put("/v1/catalog?from=2026-01-01T00:00:00Z", catalog)
    var headers: HTTPFields = [.authorization: "Bearer \(key.text)"]
    if let name = HTTPField.Name("Idempotency-Key") { headers[name] = "gift-\(account)" }
    _ = try await ask(
      "/v1/accounts/\(account)/wallet/adjust", .post, headers,
      #"{"coin":"\#(coin)","amount":\#(amount),"reason":"gift","author":"eve"}"#)
  }

  /// Sends Apple's notification of a transaction.
  func hears(_ transaction: SignableTransaction) async throws {
    let jws = try ledger.authority.subscribed(transaction)
    _ = try await notify(#"{"signedPayload":"\#(jws)"}"#)
    try await ledger.project()
  }

  func links(_ account: String, _ purchase: String = "2000") async throws -> Answer {
    let answer = try await post(
      "/v1/accounts/\(account)/purchases", #"{"originalTransactionId":"\#(purchase)"}"#)
    try await ledger.project()
    return answer
  }

  func registers(_ account: String, _ token: String) async throws -> Answer {
    let answer = try await post(
      "/v1/accounts/\(account)/tokens", #"{"appAccountToken":"\#(token)"}"#)
    try await ledger.project()
    return answer
  }

  /// Returns those of the accounts that may use the purchase.
  func users(
    of purchase: String = "2000", among accounts: [String]
  ) async throws -> [String] {
    struct Entitlements: Decodable {
      struct Entitlement: Decodable { let originalTransactionId: String }
      let entitlements: [Entitlement]
    }
    var users: [String] = []
    for account in accounts {
      let answer = try await get("/v1/accounts/\(account)/entitlements")
      let entitlements = try answer.decode(Entitlements.self).entitlements
      if entitlements.contains(where: { $0.originalTransactionId == purchase }) {
        users.append(account)
      }
    }
    return users
  }

  /// Throws if a row of the chains projection differs from a replay.
  func verifyProjections() async throws {
    for lane in ledger.log.lanes {
      try await Replay(pool: ledger.pool, log: ledger.log).verify(lane: lane)
    }
  }
}
