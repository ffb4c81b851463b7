import AppStoreSimulator
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

struct DeliveryLineTests {
  private let message = LedgerRequest(
    path: "/v1/apple/notifications", body: Array("{}".utf8), isFromGame: false)

  @Test func `a redirection is a bad answer, and is not followed`() async throws {
    let router = Router()
    let followed = Mutex(false)
    router.post("/v1/apple/notifications") { _, _ in
      Response(status: .found, headers: [.location: "/elsewhere"])
    }
    for method in [HTTPRequest.Method.get, .post] {
      router.on("/elsewhere", method: method) { _, _ in
        followed.withLock { $0 = true }
        return HTTPResponse.Status.ok
      }
    }
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      let reply = await HTTPLedgerLine(to: "http://127.0.0.1:\(port)", key: nil).send(message)
      #expect(reply == LedgerReply(status: 302))
      #expect(reply.result == .unsuccessfulStatus)
    }
    let wasFollowed = followed.withLock { $0 }
    #expect(!wasFollowed)
  }

  @Test func `a port without a listener is an issue of the socket`() async throws {
    let reply = await HTTPLedgerLine(to: "http://127.0.0.1:1", key: nil).send(message)
    #expect(reply == LedgerReply(.socketIssue))
  }

  @Test func `each kind of failure is logged once, with its status and nothing of the message`()
    async throws
  {
    let told = Mutex<[String]>([])
    let replies = Mutex([
      LedgerReply(status: 401), LedgerReply(status: 401), .success, LedgerReply(.socketIssue),
    ])
    let line = FailureNews(
      of: { _ in replies.withLock { $0.removeFirst() } },
      tell: { line in told.withLock { $0.append(line) } })
    for _ in 0..<4 { _ = await line.send(message) }
    let lines = told.withLock { $0 }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("The ledger answers notifications with 401: "))
    #expect(lines[1].contains("(SOCKET_ISSUE)"))
  }
}
