import Access
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import HTTP

struct RequestLogTests {
  @Test func `a rejected notification is one line, and of many only ten are logged`() async throws {
    let log = RecordedLog()
    try await TestService.with(logger: log.logger) { service in
      for _ in 1...12 { _ = try await service.notify("not json") }
      _ = try await service.notify("{}")
    }
    let lines = log.lines.filter { $0.metadata["code"] != nil }
    let codes = lines.map { $0.metadata["code"] }
    #expect(codes == Array(repeating: "unreadable_json", count: 10) + ["missing_signed_payload"])
    #expect(lines.allSatisfy { $0.message == "request" && $0.metadata["status"] == "400" })
  }

  @Test func `every request of a key is logged, whatever becomes of it`() async throws {
    let log = RecordedLog()
    try await TestService.with(logger: log.logger) { service in
      let key = try await service.keys.create(name: "reader", scopes: [.read])
      for _ in 1...12 { _ = try await service.get("/v1/outbox", as: key) }
      let lines = log.lines.filter { $0.metadata["code"] == "insufficient_scope" }
      #expect(lines.count == 12)
      #expect(lines.allSatisfy { $0.metadata["key"] == key.id })
    }
  }

  @Test func `requests that meet an outage are one line of its cause`() async throws {
    struct Away: Error {}
    let log = RecordedLog()
    let router = Router(context: APIContext.self)
    router.add(middleware: ProblemMiddleware(isTransient: { $0 is Away }))
    router.get("away") { _, _ -> String in throw Away() }
    try await Application(router: router, logger: log.logger).test(.router) { client in
      for _ in 1...20 {
        let answer = try await client.execute(uri: "/away", method: .get)
        #expect(answer.status == .serviceUnavailable)
      }
    }
    #expect(log.lines.filter { $0.message == "store unavailable" }.count == 1)
  }

  @Test func `rejections that keep coming are one line a minute, with the number left out`() {
    let sampler = LogSampler()
    let start = ContinuousClock.now
    func admit(_ count: Int, of reason: String = "a", at second: Int) -> [Int?] {
      (0..<count).map { _ in sampler.admit(reason, at: start + .seconds(second)) }
    }
    let ten = Array(repeating: Optional(0), count: 10)
    #expect(admit(25, at: 0) == ten + Array(repeating: nil, count: 15))
    #expect(admit(10, of: "b", at: 1) == ten)
    #expect(admit(1, at: 59) == [nil])
    #expect(admit(4, at: 60) == [16, nil, nil, nil])
    #expect(admit(2, at: 125) == [3, nil])
    // After a minute without a rejection, ten are logged again.
    #expect(admit(11, at: 245) == [1] + ten.dropLast() + [nil])
  }
}
