import Access
import Foundation
import Ledger
import TestSupport
import Testing

/// The JSON that commands print, beside what the routes of the same things answer.
struct CommandAnswerTests {
  private static let apps = #"[{"bundleId":"com.example.game"}]"#
  private static let gems =
    #"{"coins":{"gem":{"wallet":"daicho"}},"products":[{"productId":"gems","type":"Consumable","#
    + #""grants":[{"coin":"gem","amount":100}]}]}"#
  private static let moment = "2099-01-01T00:00:00Z"

  /// Sends a request, and returns the body of the answer.
  private static func ask(
    _ request: String, _ body: String = "", of server: ServerProcess, as key: APIKey
  ) async throws -> String {
    let connection = try RawConnection(to: server.port)
    try connection.send(
      "\(request) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key.text)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    var text = ""
    while case let piece = await connection.receive(), !piece.isEmpty {
      text += piece
      guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
      let length = text[..<end.lowerBound].firstMatch(of: /(?i)content-length: (\d+)/)
      let answer = text[end.upperBound...]
      if answer.utf8.count >= length.flatMap({ Int($0.1) }) ?? 0 { return String(answer) }
    }
    return ""
  }

  /// Writes JSON with sorted keys on one line.
  private static func sorted(_ json: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: json)
    let bytes = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a command prints what the route answers`() async throws {
    try await TestLedger.with { ledger in
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      let key = try await keys.create(name: "test", scopes: [.admin])
      let server = try await ServerProcess(of: ledger, errors: .nullDevice)
      defer { server.end() }
      #expect(try await server.answers())
      let published = try await Self.ask("PUT /v1/catalog", Self.gems, of: server, as: key)
      #expect(published.contains("published"))
      for (words, path, part) in [
        (["audit"], "/v1/audit", "keys.create"),
        (["catalog", "show", "--at", Self.moment], "/v1/catalog?at=\(Self.moment)", "gems"),
        (["outbox", "summary"], "/v1/outbox/summary", "total"),
      ] {
        let answer = try await Self.ask("GET \(path)", of: server, as: key)
        #expect(answer.contains(#""\#(part)""#), "\(path): \(answer)")
        let (code, output) = try await LedgerCommand(words + ["--json"], on: ledger) { _ in
          Self.apps
        }.run()
        #expect(code == 0, "\(words)")
        #expect(try Self.sorted(output) == Self.sorted(Data(answer.utf8)), "\(words)")
      }
    }
  }
}
