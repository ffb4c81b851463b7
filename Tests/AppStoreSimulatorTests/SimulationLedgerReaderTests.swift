import AppStoreSimulator
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@Suite struct SimulationLedgerReaderTests {
  @Test(arguments: [
    ("ada", "ada"), ("a/b c?ü%", "a%2Fb%20c%3F%C3%BC%25"), ("known by another", "other%23one"),
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
        of: "http://127.0.0.1:\(port)", key: "k", bundleID: "com.example.game",
        accounts: ["known by another": "other#one"])
      _ = try await reader.answer(for: customer, at: 1_735_689_600_000)
    }
    let paths = asked.withLock { $0.sorted() }
    #expect(
      paths == ["entitlements", "subscriptions", "tenure"].map { "/v1/accounts/\(part)/\($0)" })
  }
}
