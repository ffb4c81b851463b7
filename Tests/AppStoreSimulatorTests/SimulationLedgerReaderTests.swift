import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import AppStoreSimulator

struct SimulationLedgerReaderTests {
  @Test(arguments: [
    ("ada", "ada"), ("a/b c?ü%", "a%2Fb%20c%3F%C3%BC%25"), ("other#one", "other%23one"),
  ])
  func `a ledger is asked of the account, whatever it is written with`(
    customer: String, part: String
  ) async throws {
    let asked = Mutex<[String]>([])
    let router = Router()
    for (name, body) in [
      ("entitlements", #"{"entitlements":[]}"#), ("subscriptions", #"{"subscriptions":[]}"#),
      ("tenure", #"{"groups":[]}"#),
    ] {
      router.get("/v1/accounts/{account}/\(name)") { request, _ in
        asked.withLock { $0.append(request.uri.path) }
        return body
      }
    }
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      let reader = LedgerReader(
        of: "http://127.0.0.1:\(port)", key: "k", bundleID: "com.example.game")
      _ = try await reader.answer(for: customer, at: 1_735_689_600_000)
    }
    let paths = asked.withLock { $0.sorted() }
    #expect(
      paths == ["entitlements", "subscriptions", "tenure"].map { "/v1/accounts/\(part)/\($0)" })
  }

  @Test func `grants and wallet are read to their last pages, as of now`() async throws {
    let asked = Mutex<[String]>([])
    let router = Router()
    router.get("/v1/grants") { request, _ in
      asked.withLock { $0.append(request.uri.string) }
      let isFirst = request.uri.queryParameters["after"] == nil
      return Self.grant(isFirst ? "1" : "2", next: isFirst ? #""a 1""# : "null")
    }
    router.get("/v1/accounts/{account}/wallet") { request, _ in
      asked.withLock { $0.append(request.uri.string) }
      return Self.wallet(next: request.uri.queryParameters["after"] == nil ? #""7""# : "null")
    }
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      let reader = LedgerReader(
        of: "http://127.0.0.1:\(port)", key: "k", bundleID: "com.example.game")
      let coins = try await reader.coins(of: "a b")
      #expect(coins.grants.map(\.id) == ["1", "2"])
      #expect(coins.balances.map(\.balance) == [200])
      #expect(coins.entries.count == 2)
    }
    let (app, account) = ("app=com.example.game&limit=1000", "account=a%20b")
    let wallet = "/v1/accounts/a%20b/wallet?\(app)"
    #expect(
      asked.withLock { $0.sorted() } == [
        wallet, "\(wallet)&after=7", "/v1/grants?\(app)&\(account)",
        "/v1/grants?\(app)&\(account)&after=a%201",
      ])
  }

  private static func grant(_ id: String, next: String) -> String {
    """
    {"grants":[{"id":"\(id)","coin":"gem","amount":100,"productId":"gems","transactionId":"\(id)",
      "state":"pending","revokedAmount":0}],"next":\(next)}
    """
  }

  private static func wallet(next: String) -> String {
    """
    {"balances":[{"coin":"gem","balance":200}],
      "entries":[{"kind":"credited","coin":"gem","change":100,"grant":"1"}],"next":\(next)}
    """
  }
}
