import Foundation
import TestSupport
import Testing

/// The server while nobody reads its log.
struct StuckLogTests {
  @Test func `a log that nobody reads stops neither requests nor the end`() async throws {
    try await TestLedger.with { ledger in
      let errors = try FullPipe()
      let server = try await ServerProcess(of: ledger, errors: errors.handle)
      defer { server.end() }
      #expect(try await server.answers())

      let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
      let requests =
        String(repeating: request + "\r\n", count: 499) + request + "Connection: close\r\n\r\n"
      for _ in 1...4 {
        let answer = try await RawExchange.send(requests, to: server.port)
        #expect(answer.rest.count(of: #""status":"ok","#) == 500)
      }
      server.process.terminate()
      try #require(try await server.hasEnded())
      #expect(server.process.terminationReason == .exit)
      #expect(server.process.terminationStatus == 0)
    }
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
