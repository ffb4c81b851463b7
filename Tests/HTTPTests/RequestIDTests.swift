import Foundation
import HTTPTypes
import TestSupport
import Testing

struct RequestIDTests {
  private struct Document: Decodable {
    let instance: String
  }

  @Test func `every answer carries its id, which a problem repeats`() async throws {
    try await TestService.with { service in
      let name = try #require(HTTPField.Name("X-Request-Id"))
      for path in ["/healthz", "/v1/accounts/anna/entitlements", "/v1/nothing"] {
        let id = try #require(try await service.get(path).headers[name])
        #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(path) \(id)")
      }
      let refused = try await service.ask("/v1/purchases/1", .get)
      let id = try #require(refused.headers[name])
      #expect(try refused.decode(Document.self).instance == "urn:daicho:request:\(id)")
    }
  }

  @Test func `two answers do not tell how many requests came between them`() async throws {
    try await TestService.with { service in
      var ids: [String] = []
      for _ in 0..<64 {
        let answer = try await service.ask("/v1/reports/sales", .get)
        ids.append(String(try answer.decode(Document.self).instance.suffix(32)))
      }
      #expect(Set(ids).count == ids.count)
      #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil }, "\(ids[0])")
      // Each bit of the first half is set about every second time.
      let bits = ids.compactMap { UInt64($0.prefix(16), radix: 16) }
      #expect(bits.count == ids.count)
      for bit in 0..<64 {
        let count = bits.count { $0 >> bit & 1 == 1 }
        #expect((4...60).contains(count), "bit \(bit)")
      }
    }
  }
}
