import Testing

@testable import AppStore

struct TokenBucketTests {
  private static let hour: Int64 = 3_600_000

  /// Returns the number of requests that pass within an hour from `start`, when at least one a
  /// second is attempted.
  private func passed(_ bucket: inout TokenBucket, from start: Int64, step: Int64) -> Int {
    var passed = 0
    for moment in stride(from: start, to: start + Self.hour, by: Int64.Stride(step)) {
      while bucket.take(at: Timestamp(milliseconds: moment)) == .now { passed += 1 }
    }
    return passed
  }

  @Test(arguments: [1, 2, 11, 12, 13, 90, 360, 1_800, 9_000])
  func `no hour sees more than its number, and few less`(perHour: Int) {
    var bucket = TokenBucket(perHour: perHour, patience: 0)
    var counts: [Int] = []
    for start in 0..<3 {
      counts.append(passed(&bucket, from: Int64(start) * Self.hour, step: 100))
    }
    let fewest = perHour * 8 / 10
    #expect(counts.allSatisfy { $0 <= max(perHour, 2) && $0 >= fewest }, "\(counts)")
  }

  @Test func `five minutes' worth passes at once, then one after the other`() {
    var bucket = TokenBucket(perHour: 120, patience: 0)
    let now: Timestamp = 1_000_000
    let turns = (0..<11).map { _ in bucket.take(at: now) }
    #expect(turns.prefix(10).allSatisfy { $0 == .now })
    let interval: Int64 = 3_600_000 / 110 + 1
    let next = Timestamp(milliseconds: now.milliseconds + interval)
    #expect(turns[10] == .rejected(until: next))
    #expect(bucket.take(at: next) == .now)
    #expect(bucket.take(at: next) != .now)
  }

  @Test func `whoever has patience gets a later turn, each its own`() {
    var bucket = TokenBucket(perHour: 12, patience: 3 * 327_273)
    #expect(bucket.take(at: 0) == .now)
    #expect(bucket.take(at: 0) == .later(327_273))
    #expect(bucket.take(at: 0) == .later(654_546))
    #expect(bucket.take(at: 0) == .later(981_819))
    #expect(bucket.take(at: 0) == .rejected(until: 1_309_092))
    #expect(bucket.take(at: 0) == .rejected(until: 1_309_092))
  }

  @Test(arguments: [(nil, 60_000), (90_000, 90_000)] as [(Timestamp?, Int64)])
  func `a stop holds until its end, by itself for a minute`(until: Timestamp?, end: Int64) {
    var bucket = TokenBucket(perHour: 3_600, patience: 0)
    bucket.stop(until: until, at: 0)
    let end = Timestamp(milliseconds: end)
    #expect(bucket.stop(at: 0) == end)
    #expect(bucket.take(at: 0) == .rejected(until: end))
    #expect(bucket.take(at: end) == .now)
    #expect(bucket.stop(at: end) == nil)
  }

  @Test func `a clock that was put back delays no request for long`() {
    var bucket = TokenBucket(perHour: 12, patience: 0)
    #expect(bucket.take(at: 1_000_000_000) == .now)
    bucket.stop(until: 1_000_600_000, at: 1_000_000_000)
    guard case .rejected(let end) = bucket.take(at: 0) else {
      Issue.record("it passed")
      return
    }
    #expect(end <= 3_600_000)
  }

  @Test(arguments: [
    (ServerAPIEndpoint.history, ServerAPIEnvironment.production, 50, 7_500),
    (.history, .sandbox, 50, 750), (.refunds, .production, 50, 1_500), (.refunds, .sandbox, 10, 30),
    (.order, .sandbox, 1, 3), (.order, .production, 100, 3_000),
  ])
  func `a share of Apple's limit is taken, a tenth of it in the sandbox`(
    endpoint: ServerAPIEndpoint, environment: ServerAPIEnvironment, share: Int, atOnce: Int
  ) {
    var bucket = RequestPace(sharePercent: share, patience: .zero).bucket(
      of: endpoint, in: environment)
    var passed = 0
    while bucket.take(at: 0) == .now { passed += 1 }
    #expect(passed == atOnce)
  }
}
