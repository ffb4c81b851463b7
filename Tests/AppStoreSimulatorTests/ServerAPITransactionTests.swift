import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPITransactionTests {
  private struct TransactionInfo: Decodable { let signedTransactionInfo: String }
  private struct AppTransactionInfo: Decodable { let signedAppTransactionInfo: String }
  private struct Order: Decodable {
    let status: Int
    let signedTransactions: [String]?
  }

  private let transactions = "/inApps/v1/transactions"

  @Test func `a transaction is reported as it is now`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.noAds)
    try await shop.refund(id)
    let info = try await shop.get("\(transactions)/\(id)", as: TransactionInfo.self)
    let transaction = try await shop.verified(info.signedTransactionInfo)
    #expect(transaction.transactionId == id && transaction.revocationDate != nil)
  }

  @Test func `the download of the app is reported for any id of the customer`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    let appTransactionID = await shop.simulation.withWorld { $0.customers[0].appTransactionID }
    for id in [id, appTransactionID] {
      let info = try await shop.get(
        "\(transactions)/appTransactions/\(id)", as: AppTransactionInfo.self)
      let download = try await shop.verified(
        info.signedAppTransactionInfo, as: AppTransactionPayload.self)
      #expect(download.appTransactionId == appTransactionID && download.appAppleId == 4_711)
      #expect(download.receiptType == "Production" && download.bundleId == "com.example.game")
    }
  }

  @Test func `an order is looked up by its number`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    let number = try await shop.simulation.withWorld { world in
      world.transactions[try world.transaction(id)].orderID
    }
    let order = try await shop.get("/inApps/v1/lookup/\(number)", as: Order.self)
    #expect(order.status == 0)
    let jws = try #require(order.signedTransactions?.first)
    #expect(try await shop.verified(jws).transactionId == id)
    let none = try await shop.get("/inApps/v1/lookup/MX1", as: Order.self)
    #expect(none.status == 1 && none.signedTransactions == nil)
  }

  @Test func `the sandbox knows no orders`() async throws {
    let answer = try await ServerAPIShop(in: .sandbox).ask(.get, "/inApps/v1/lookup/M1")
    #expect(answer.status == .notFound && answer.isBodiless)
  }

  @Test func `an account token is kept in lower case, and told with the renewal`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.pro)
    await shop.advance(days: 33)
    let token = "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"
    let answer = try await shop.ask(
      .put, "\(transactions)/\(id)/appAccountToken", #"{"appAccountToken":"\#(token)"}"#)
    #expect(answer.status == .ok && answer.isBodiless)
    let tokens = await shop.simulation.withWorld { world in
      world.transactions.map(\.content.appAccountToken) + [world.renewal(of: 0).appAccountToken]
    }
    #expect(tokens == Array(repeating: token.lowercased(), count: 3))
  }

  @Test func `what cannot have a token is rejected`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.pro)
    await shop.advance(days: 33)
    let (renewal, share) = try await shop.simulation.withWorld { world in
      let renewal = world.transactions[1].id
      let member = try world.addCustomer("bob")
      _ = try world.buy(PurchaseCommand(ServerAPIShop.noAds), by: 0)
      try world.join(member, to: 0)
      let shared = world.customers[member].transactions
      return (renewal, world.transactions[shared[0]].id)
    }
    let good = #"{"appAccountToken":"aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"}"#
    for (id, body, code) in [
      (id, #"{"appAccountToken":"x"}"#, 4_000_183), (id, "{}", 4_000_183), (id, "[", 4_000_000),
      (renewal, good, 4_000_187), (share, good, 4_000_185), ("1", good, 4_040_010),
    ] {
      let answer = try await shop.ask(.put, "\(transactions)/\(id)/appAccountToken", body)
      #expect(try answer.errorCode == code)
    }
  }

  @Test(arguments: [
    (HTTPRequest.Method.get, "/inApps/v2/history/ID"), (.get, "/inApps/v1/history/ID"),
    (.get, "/inApps/v1/transactions/ID"), (.get, "/inApps/v1/transactions/appTransactions/ID"),
    (.get, "/inApps/v1/subscriptions/ID"), (.get, "/inApps/v2/refund/lookup/ID"),
    (.post, "/inApps/v1/transactions/ID/finish"),
  ])
  func `a foreign id is not found, and what is none is rejected`(
    method: HTTPRequest.Method, path: String
  ) async throws {
    let shop = try ServerAPIShop()
    for (id, code) in [
      ("2000000123456789", 4_040_010), ("abc", 4_000_006), ("1%202", 4_000_006),
      ("123456789012345678901", 4_000_006),
    ] {
      let answer = try await shop.ask(
        method, path.replacingOccurrences(of: "ID", with: id))
      #expect(try answer.errorCode == code)
      #expect(answer.status.code == code / 10_000)
    }
  }

  @Test func `an app transaction is no transaction`() async throws {
    let shop = try ServerAPIShop()
    let id = await shop.simulation.withWorld { $0.customers[0].appTransactionID }
    #expect(try await shop.ask(.get, "\(transactions)/\(id)").errorCode == 4_000_048)
    #expect(try await shop.ask(.post, "\(transactions)/\(id)/finish").errorCode == 4_000_048)
  }

  @Test func `every error has its own number, a status and a sentence`() {
    #expect(Set(APIError.allCases.map(\.message)).count == APIError.allCases.count)
    let statuses = Set(APIError.allCases.map(\.status))
    #expect(statuses == [400, 403, 404, 409, 429, 500])
  }
}
