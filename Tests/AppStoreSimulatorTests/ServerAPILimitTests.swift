import AppStoreSimulator
import AsyncHTTPClient
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

struct ServerAPILimitTests {
  private let test = "/inApps/v1/notifications/test"

  private func misbehavior(
    _ change: (inout Misbehavior.ServerAPI) -> Void
  ) -> Misbehavior {
    var misbehavior = Misbehavior(seed: 5)
    change(&misbehavior.serverAPI)
    return misbehavior
  }

  @Test(arguments: [
    (SimulatedApp.Environment.production, 1, 36), (.sandbox, 1, 3), (.sandbox, 10, 36),
    (.production, 0, 0),
  ])
  func `an hour allows so many requests, and then none until it ends`(
    environment: SimulatedApp.Environment, percent: Int, limit: Int
  ) async throws {
    let shop = try ServerAPIShop(
      in: environment, misbehaving: misbehavior { $0.rateLimitPercent = percent })
    for _ in 0..<limit { #expect(try await shop.ask(.post, test).status == .ok) }
    let rejected = try await shop.ask(.post, test)
    #expect(rejected.status == .tooManyRequests)
    #expect(try rejected.errorCode == 4_290_000)
    let end = try #require(rejected.headers[.retryAfter].flatMap { Int64($0) })
    #expect(end % Int64(1).hours == 0 && (1...Int64(1).hours).contains(end - shop.clock.now))
    shop.clock.pass(end - shop.clock.now - 1)
    #expect(try await shop.ask(.post, test).status == .tooManyRequests)
    shop.clock.pass(1)
    #expect(try await shop.ask(.post, test).status == (limit == 0 ? .tooManyRequests : .ok))
  }

  @Test func `each endpoint counts for itself, and strangers are not counted`() async throws {
    let shop = try ServerAPIShop(
      in: .sandbox, misbehaving: misbehavior { $0.rateLimitPercent = 1 })
    for _ in 0..<10 { _ = try await shop.ask(.post, test, authorization: "Bearer no") }
    for _ in 0..<3 { #expect(try await shop.ask(.post, test).status == .ok) }
    #expect(try await shop.ask(.post, test).status == .tooManyRequests)
    #expect(try await shop.ask(.get, "\(test)/x").errorCode == 4_000_020)
  }

  @Test func `failures look different in turn`() async throws {
    let shop = try ServerAPIShop(misbehaving: misbehavior { $0.failingPercent = 100 })
    var codes: [Int?] = []
    for _ in 0..<6 {
      let answer = try await shop.ask(.post, test)
      #expect(answer.status == .internalServerError)
      codes.append(try answer.errorCode)
    }
    #expect(codes == [5_000_000, 5_000_001, nil, 5_000_000, 5_000_001, nil])
  }

  @Test func `the same seed fails the same requests, about as many as asked for`() async throws {
    func failures() async throws -> [Int] {
      let shop = try ServerAPIShop(misbehaving: misbehavior { $0.failingPercent = 30 })
      var failures: [Int] = []
      for request in 0..<100 where try await shop.ask(.post, test).status != .ok {
        failures.append(request)
      }
      return failures
    }
    let victims = try await failures()
    #expect((15...45).contains(victims.count))
    #expect(try await failures() == victims)
  }

  @Test func `a slow answer is an answer`() async throws {
    let shop = try ServerAPIShop(
      misbehaving: misbehavior {
        $0.slowPercent = 100
        $0.slowness = 1_500
      })
    #expect(try await shop.ask(.post, test).status == .ok)
    #expect(shop.clock.slept == [.milliseconds(1_500)])
  }

  @Test func `a throttled request is rejected until so much later, however few were asked`()
    async throws
  {
    let shop = try ServerAPIShop(
      misbehaving: misbehavior {
        $0.throttledPercent = 100
        $0.throttledFor = 5_000
      })
    let rejected = try await shop.ask(.post, test)
    #expect(rejected.status == .tooManyRequests)
    #expect(try rejected.errorCode == 4_290_000)
    #expect(rejected.headers[.retryAfter] == String(shop.clock.now + 5_000))
  }

  @Test(arguments: [true, false])
  func `a dropped connection closes without a word, a silent one after a minute`(
    isSilent: Bool
  ) async throws {
    let shop = try ServerAPIShop(
      misbehaving: misbehavior {
        $0.silentPercent = isSilent ? 100 : 0
        $0.droppedPercent = isSilent ? 0 : 100
      })
    try await shop.application.test(.live) { client in
      let port = try #require(client.port)
      let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(test)/x")
      await #expect(throws: HTTPClientError.remoteConnectionClosed) {
        try await HTTPClient.shared.execute(request, timeout: .seconds(30))
      }
    }
    #expect(shop.clock.slept == (isSilent ? [.seconds(60)] : []))
  }
}
