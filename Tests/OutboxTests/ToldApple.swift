import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Outbox
import Synchronization
import TestSupport
import Testing

/// A simulated Apple that records the requests about the tests' app, and gives a test's answer.
final class ToldApple: Sendable {
  private let status: HTTPResponse.Status
  private let body: String
  private let hearings = Mutex<[String]>([])

  /// The requests as `METHOD path body`, with the fields of the body in the order of their names.
  var heard: [String] { hearings.withLock(\.self) }

  private init(_ status: HTTPResponse.Status, _ body: String) {
    self.status = status
    self.body = body
  }

  static func with(
    answering status: HTTPResponse.Status = .accepted, _ body: String = "",
    _ use: @escaping @Sendable (ToldApple, ServerAPIClients) async throws -> Void
  ) async throws {
    let apple = ToldApple(status, body)
    let router = Router()
    for method in [HTTPRequest.Method.put, .post] {
      router.on("**", method: method) { request, _ in try await apple.answer(request) }
    }
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      try await use(apple, try clients(at: "http://127.0.0.1:\(port)"))
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    let told = try Self.ordered(
      Data(try await request.body.collect(upTo: 1 << 16).readableBytesView))
    let line = ["\(request.method.rawValue) \(request.uri.path)", told].filter { !$0.isEmpty }
    hearings.withLock { $0.append(line.joined(separator: " ")) }
    return Response(status: status, body: .init(byteBuffer: ByteBuffer(string: body)))
  }

  private static func ordered(_ json: Data) throws -> String {
    guard !json.isEmpty else { return "" }
    let object = try JSONSerialization.jsonObject(with: json)
    let ordered = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return String(decoding: ordered, as: UTF8.self)
  }

  private static func clients(at url: String) throws -> ServerAPIClients {
    let key = DeveloperKey()
    let client = ServerAPIClient(
      bundleID: TestLedger.bundleID.rawValue,
      key: try ServerAPIKey(issuerID: key.issuerID, keyID: key.keyID, pem: key.privateKeyPEM),
      hosts: [AppleHosts(url: url)],
      in: ServerAPIContext(now: { Timestamp(milliseconds: TestLedger.now.milliseconds) }))
    return ServerAPIClients([TestLedger.bundleID: client])
  }
}
