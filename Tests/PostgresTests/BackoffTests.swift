import Postgres
import Testing

struct BackoffTests {
  /// A generator that always returns the greatest number.
  private struct Greatest: RandomNumberGenerator {
    func next() -> UInt64 { .max }
  }

  @Test func `rests double with every failure, up to the limit`() {
    var random = Greatest()
    var backoff = Backoff(first: .milliseconds(100), max: .seconds(1))
    let rests = (1...6).map { _ in backoff.fail(using: &random) / .milliseconds(1) }
    #expect(rests.map { $0.rounded() } == [100, 200, 400, 800, 1_000, 1_000])
    #expect(backoff.failures == 6)
    backoff.succeed()
    #expect((backoff.fail(using: &random) / .milliseconds(1)).rounded() == 100)
  }

  @Test func `luck halves a rest at most, and seldom twice alike`() {
    let rests = (1...100).map { _ in
      var backoff = Backoff(first: .milliseconds(100), max: .seconds(1))
      return backoff.fail()
    }
    #expect(rests.allSatisfy { $0 >= .milliseconds(50) && $0 <= .milliseconds(100) })
    #expect(Set(rests).count > 1)
  }

  @Test func `a long trouble does not overflow`() {
    var backoff = Backoff()
    #expect((1...10_000).allSatisfy { _ in backoff.fail() <= .seconds(10) })
  }
}
