import AppStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

struct VerifyReceiptClientTests {
  private static let receipt = Array("any bytes / more?".utf8)
  private static let valid = #"{"status":0,"receipt":{"bundle_id":"com.example.game"}}"#
  private static let unreachable = "http://127.0.0.1:1"

  private func client(
    production: String = unreachable, sandbox: String = unreachable,
    clock: ServedStore.Clock = ServedStore.Clock(), perSecond: Int = 10,
    patience: Duration = .seconds(10), timeout: Duration = .seconds(30)
  ) -> VerifyReceiptClient {
    VerifyReceiptClient(
      hosts: AppleHosts(production: production, sandbox: sandbox),
      secret: SharedSecret(LegacyBody.secret), perSecond: perSecond, patience: patience,
      timeout: timeout, in: ServedStore.context(clock))
  }

  private func error(
    of client: VerifyReceiptClient, _ receipt: [UInt8] = Self.receipt
  ) async -> ServerAPIError? {
    do throws(ServerAPIError) {
      _ = try await client.verify(receipt)
      return nil
    } catch {
      return error
    }
  }

  @Test func `Apple's hosts are asked over HTTPS`() {
    let hosts = AppleHosts.verifyReceipt
    #expect(hosts.production == "https://buy.itunes.apple.com")
    #expect(hosts.sandbox == "https://sandbox.itunes.apple.com")
    #expect(AppleHosts(url: "http://a/").sandbox == "http://a")
  }

  @Test func `production is asked first, with receipt and secret`() async throws {
    try await ScriptedApple.with([.init(body: Self.valid)]) { apple, url in
      let response = try await client(production: url).verify(Self.receipt)
      #expect(response.answer.verdict == .valid && response.environment == .production)
      #expect(String(decoding: response.body, as: UTF8.self) == Self.valid)
      let heard = try #require(apple.heard.first)
      #expect(apple.heard.count == 1 && heard.line == "POST /verifyReceipt")
      #expect(heard.contentType == "application/json" && heard.authorization == nil)
      let base64 = Data(Self.receipt).base64EncodedString()
      #expect(
        heard.body
          == #"{"exclude-old-transactions":false,"password":"\#(LegacyBody.secret)","#
          + #""receipt-data":"\#(base64)"}"#)
    }
  }

  @Test func `the sandbox is asked if the receipt belongs there`() async throws {
    try await ScriptedApple.with([.init(body: #"{"status":21007}"#)]) { production, first in
      try await ScriptedApple.with([.init(body: Self.valid)]) { sandbox, second in
        let response = try await client(production: first, sandbox: second).verify(Self.receipt)
        #expect(response.answer.verdict == .valid && response.environment == .sandbox)
        #expect(production.heard == sandbox.heard && sandbox.heard.count == 1)
      }
    }
  }

  @Test func `one address for both environments is asked twice at most`() async throws {
    try await ScriptedApple.with([.init(body: #"{"status":21007}"#)]) { apple, url in
      let response = try await client(production: url, sandbox: url).verify(Self.receipt)
      #expect(response.answer.verdict == .sandbox && apple.heard.count == 2)
    }
  }

  @Test(arguments: [21000, 21002, 21003, 21004, 21005, 21006, 21008, 21009, 21010, 21100])
  func `whatever else production answers, the sandbox is not asked`(status: Int) async throws {
    let body = #"{"status":\#(status),"receipt":{}}"#
    try await ScriptedApple.with([.init(body: body)]) { apple, url in
      let response = try await client(production: url).verify(Self.receipt)
      #expect(response.answer.status == Int32(status) && apple.heard.count == 1)
      #expect(response.environment == .production)
    }
  }

  @Test func `a receipt of the sandbox never counts as one of production`() async throws {
    let sandbox = #"{"status":0,"environment":"Sandbox","receipt":{}}"#
    try await ScriptedApple.with([.init(body: sandbox)]) { _, url in
      let response = try await client(production: url).verify(Self.receipt)
      #expect(response.environment == .sandbox)
    }
    let production = #"{"status":0,"environment":"Production","receipt":{}}"#
    let lines: [ScriptedApple.Line] = [
      .init(body: #"{"status":21007}"#), .init(body: production),
    ]
    try await ScriptedApple.with(lines) { _, url in
      let error = await error(of: client(production: url, sandbox: url))
      #expect(error?.cause == .unreadable && error?.verdict == .never)
    }
  }

  @Test(
    arguments: [
      (500, .retry(notBefore: nil)), (503, .retry(notBefore: nil)), (408, .retry(notBefore: nil)),
      (429, .retry(notBefore: nil)), (301, .configuration), (403, .configuration),
      (404, .configuration), (400, .never), (413, .never),
    ] as [(Int, ServerAPIVerdict)])
  func `an HTTP error has a verdict`(status: Int, verdict: ServerAPIVerdict) async throws {
    let line = ScriptedApple.Line(
      status: status, headers: [.location: "http://127.0.0.1:1/"], body: Self.valid)
    try await ScriptedApple.with([line]) { apple, url in
      let error = await error(of: client(production: url))
      #expect(error?.cause == .rejected && error?.status == status && error?.verdict == verdict)
      #expect(error?.description == "Apple answered \(status): verifyReceipt gives no reason")
      #expect(apple.heard.count == 1)
    }
  }

  @Test(arguments: ["", "<html></html>", "{}", #"{"status":0}"#])
  func `an answer without a receipt is to be tried again`(body: String) async throws {
    try await ScriptedApple.with([.init(body: body)]) { _, url in
      let error = await error(of: client(production: url))
      #expect(error?.cause == .unreadable && error?.verdict == .retry(notBefore: nil))
      #expect(error?.status == 200)
    }
  }

  @Test func `a contradictory answer is final`() async throws {
    let body = #"{"status":0,"environment":"Production","receipt":{"receipt_type":"Sandbox"}}"#
    try await ScriptedApple.with([.init(body: body)]) { _, url in
      #expect(await error(of: client(production: url))?.verdict == .never)
    }
  }

  @Test func `an answer past ten megabytes is not read`() async throws {
    let body = Self.valid + String(repeating: " ", count: 10 << 20)
    try await ScriptedApple.with([.init(body: body)]) { _, url in
      #expect(await error(of: client(production: url))?.cause == .unanswered)
    }
  }

  @Test func `an answer that never ends is not waited out`() async throws {
    try await ScriptedApple.with([.init(body: "{", endless: true)]) { _, url in
      let error = await error(of: client(production: url, timeout: .milliseconds(50)))
      #expect(error?.cause == .unanswered && error?.verdict == .retry(notBefore: nil))
    }
  }

  @Test func `a failing host is spared after five failures`() async throws {
    try await ScriptedApple.with([.init(status: 500)]) { apple, url in
      let clock = ServedStore.Clock()
      let client = client(production: url, clock: clock)
      for _ in 0..<5 { #expect(await error(of: client)?.cause == .rejected) }
      let held = await error(of: client)
      let end = Timestamp(milliseconds: clock.now.milliseconds + 5_000)
      #expect(held?.cause == .heldBack && held?.verdict == .retry(notBefore: end))
      #expect(apple.heard.count == 5)
      clock.pass(5_000)
      #expect(await error(of: client)?.cause == .rejected)
      #expect(apple.heard.count == 6)
    }
  }

  @Test func `after too many requests nothing is sent for a minute`() async throws {
    try await ScriptedApple.with([.init(status: 429), .init(body: Self.valid)]) { apple, url in
      let clock = ServedStore.Clock()
      let client = client(production: url, clock: clock)
      let end = Timestamp(milliseconds: clock.now.milliseconds + 60_000)
      #expect(await error(of: client)?.status == 429)
      #expect(await error(of: client)?.verdict == .retry(notBefore: end))
      #expect(apple.heard.count == 1)
      clock.pass(60_000)
      #expect(await error(of: client) == nil)
    }
  }

  @Test func `requests past the pace are held back`() async throws {
    try await ScriptedApple.with([.init(body: Self.valid)]) { apple, url in
      // One request per second: three hundred at once, then no turn without a wait.
      let client = client(production: url, perSecond: 1, patience: .zero)
      for _ in 0..<300 { #expect(await error(of: client) == nil) }
      #expect(await error(of: client)?.cause == .heldBack)
      #expect(apple.heard.count == 300)
    }
  }

  @Test func `a host that cannot be reached is to be tried again`() async {
    let error = await error(of: client())
    #expect(error?.cause == .unreachable && error?.verdict == .retry(notBefore: nil))
  }

  @Test(arguments: [0, 5 << 20 + 1])
  func `an empty or oversized receipt is not sent`(count: Int) async {
    let error = await error(of: client(), Array(repeating: 0, count: count))
    #expect(error?.cause == .malformed && error?.verdict == .never)
  }

  @Test func `nothing secret is printed`() async throws {
    let client = client()
    var dumped = ""
    dump(client, to: &dumped)
    let error = try #require(await error(of: client))
    for text in [dumped, "\(client)", String(reflecting: client), "\(error)"] {
      #expect(!text.contains(LegacyBody.secret))
    }
    #expect("\(client)" == "verifyReceipt client of \(Self.unreachable)")
  }
}
