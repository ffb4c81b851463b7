import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AppleReports
@testable import HTTP

/// Answers that are compressed for those who take it.
struct CompressionTests {
  @Test func `a large answer is compressed for who takes gzip, and says the same`() async throws {
    try await TestService.with { service in
      let plain = try await service.ask("/openapi.json", .get)
      #expect(plain.headers[.contentEncoding] == nil)
      #expect(plain.headers[.vary] == "Accept-Encoding")
      let headers: HTTPFields = [.acceptEncoding: "br;q=1.0, gzip;q=0.8"]
      let packed = try await service.client.executeRequest(
        uri: "/openapi.json", method: .get, headers: headers, body: nil)
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(packed.headers[.vary] == "Accept-Encoding")
      #expect(packed.headers[.eTag] == plain.headers[.eTag])
      #expect(packed.headers[.contentLength].flatMap { Int($0) } == packed.body.readableBytes)
      #expect(packed.body.readableBytes * 4 < plain.body.utf8.count)
      let bytes = Array(packed.body.readableBytesView)
      #expect(
        String(decoding: try Gunzip.decompress(bytes, sizeMax: 10_000_000), as: UTF8.self)
          == plain.body)
      let tag = try #require(packed.headers[.eTag])
      let same = try await service.ask(
        "/openapi.json", .get, [.acceptEncoding: "gzip", .ifNoneMatch: tag])
      #expect(same.status == 304)
      #expect(same.headers[.contentEncoding] == nil)
      #expect(same.headers[.vary] == "Accept-Encoding")
      let head = try await service.ask("/openapi.json", .head, [.acceptEncoding: "gzip"])
      #expect(head.headers[.contentLength].flatMap { Int($0) } == packed.body.readableBytes)
      #expect(head.headers[.contentEncoding] == "gzip")
    }
  }

  @Test func `a small answer is sent as it is`() async throws {
    try await TestService.with { service in
      let answer = try await service.ask("/healthz", .get, [.acceptEncoding: "gzip"])
      #expect(answer.headers[.contentEncoding] == nil)
      #expect(answer.body.hasPrefix("{"))
    }
  }

  @Test(arguments: [
    (nil, false), ("", false), ("gzip", true), ("GZIP", true), ("deflate, gzip", true),
    ("gzip;q=0", false), ("gzip; q=0.5", true), ("*", true), ("*;q=0", false),
    ("gzip;q=0, *", false), ("identity", false), ("x-gzip", true), ("br", false),
  ])
  func `the header says if gzip is taken`(header: String?, isTaken: Bool) {
    #expect(AcceptedEncoding.takesGzip(header) == isTaken)
  }

  @Test(arguments: [0, 1, 1_024, 262_143, 262_144, 262_145, 1_000_000])
  func `a text of any length comes back as it was`(count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) }
    let compressed = try #require(await Gzip.compress(bytes))
    #expect(try Gunzip.decompress(compressed, sizeMax: 10_000_000) == bytes)
  }
}
