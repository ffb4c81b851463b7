import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing

/// A server that gives set answers one after the other, and remembers the requests.
final class ScriptedApple: Sendable {
  struct Heard: Sendable, Equatable {
    let line: String
    let contentType: String?
    let authorization: String?
    let userAgent: String?
    let body: String
  }

  struct Line: Sendable {
    var status = 200
    var headers: HTTPFields = [:]
    var body = ""
    /// True if the body begins and never ends.
    var endless = false
  }

  private let lines: Mutex<[Line]>
  private let hearings = Mutex<[Heard]>([])
  private let closing = Closing()

  var heard: [Heard] { hearings.withLock(\.self) }

  private init(_ lines: [Line]) {
    self.lines = Mutex(lines)
  }

  /// Runs a server with these answers. The last answer is repeated for ever.
  static func with(
    _ lines: [Line], _ body: @escaping @Sendable (ScriptedApple, String) async throws -> Void
  ) async throws {
    let apple = ScriptedApple(lines)
    let router = Router()
    for method in [HTTPRequest.Method.get, .put, .post, .delete] {
      router.on("**", method: method) { request, _ in try await apple.answer(request) }
    }
    try await Application(router: router).test(.live) { client in
      defer { apple.closing.begin() }
      try await body(apple, "http://127.0.0.1:\(#require(client.port))")
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    hearings.withLock {
      $0.append(
        Heard(
          line: "\(request.method.rawValue) \(request.uri.string)",
          contentType: request.headers[.contentType],
          authorization: request.headers[.authorization],
          userAgent: request.headers[.userAgent], body: String(buffer: body)))
    }
    let line = lines.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    return Response(
      status: .init(code: line.status), headers: line.headers,
      body: line.endless
        ? ResponseBody { writer in
          try await writer.write(ByteBuffer(string: line.body))
          await self.closing.wait()
        } : ResponseBody(byteBuffer: ByteBuffer(string: line.body)))
  }

  /// Returns a client with its own key.
  static func client(
    _ hosts: [String], clock: ServedStore.Clock = ServedStore.Clock()
  ) throws -> ServerAPIClient {
    ServerAPIClient(
      bundleID: ServedStore.bundleID, key: try key(), hosts: hosts.map(AppleHosts.init(url:)),
      in: ServedStore.context(clock))
  }

  static func key() throws -> ServerAPIKey {
    try ServerAPIKey(
      issuerID: "57246542-96fe-1a63-e053-0824d011072a", keyID: "2X9R4HXF34", pem: secret)
  }

  /// A private key that gives access to nothing.
  static let secret = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbC6d8OFXqNV+TQqJ
    q6HC4ZrVTXe7CYwQ5WTt7yrenqahRANCAATQ91Uk3V+BEXZDinfpCjXOn9wWVs74
    bEQI9ejoq2GW/AoN/V3EQ1ILdgy0RsjHDsNoID36K31GVOesuhjQ/sQE
    -----END PRIVATE KEY-----
    """
}
