import HTTPTypes
import Hummingbird
import Testing

@testable import HTTP

struct BodyTests {
  private struct Broken: Error {}

  private func request(_ body: RequestBody, announced: Int? = nil) -> Request {
    var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
    head.headerFields[.contentLength] = announced.map(String.init)
    return Request(head: head, body: body)
  }

  private func body(_ pieces: [String], failing error: (any Error)? = nil) async -> RequestBody {
    let (body, source) = RequestBody.makeStream()
    for piece in pieces { await source.yield(ByteBuffer(string: piece)) }
    if let error { source.finish(error) } else { source.finish() }
    return body
  }

  private func problem(_ read: () async throws -> [UInt8]) async throws -> String {
    let problem = await #expect(throws: Problem.self) { try await read() }
    return try #require(problem.map { "\($0.status.code) \($0.code)" })
  }

  @Test func `a body is read to its end, be it announced or not`() async throws {
    for announced in [6, nil] {
      let request = request(await body(["abc", "def"]), announced: announced)
      #expect(try await WholeBody.read(request, upTo: 6) == Array("abcdef".utf8))
    }
  }

  @Test func `a body that breaks off is unreadable`() async throws {
    let broken = request(await body(["abc"], failing: Broken()))
    #expect(
      try await problem { try await WholeBody.read(broken, upTo: 9) } == "400 unreadable_body")
    let short = request(await body(["abc"]), announced: 6)
    #expect(try await problem { try await WholeBody.read(short, upTo: 9) } == "400 unreadable_body")
  }

  @Test func `a body that is announced too large is not waited for`() async throws {
    let (endless, source) = RequestBody.makeStream()
    let request = request(endless, announced: 10)
    #expect(
      try await problem { try await WholeBody.read(request, upTo: 9) } == "413 body_too_large")
    source.finish()
  }

  @Test func `a body that turns out too large is left`() async throws {
    let request = request(await body(["abcde", "fghij"]))
    #expect(
      try await problem { try await WholeBody.read(request, upTo: 9) } == "413 body_too_large")
  }

  @Test func `a body that does not come in time is given up`() async throws {
    let (stalled, source) = RequestBody.makeStream()
    await source.yield(ByteBuffer(string: "abc"))
    let request = request(stalled, announced: 6)
    let told = try await problem { try await WholeBody.read(request, upTo: 9, within: .zero) }
    #expect(told == "408 body_too_slow")
  }

  @Test func `a request that is canceled is neither broken nor whole`() async throws {
    let request = request(await body([], failing: CancellationError()))
    await #expect(throws: CancellationError.self) { try await WholeBody.read(request, upTo: 9) }
  }
}
