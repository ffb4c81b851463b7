import Testing

@testable import AppStore

struct CircuitBreakerTests {
  private func broken(at now: Timestamp = 0, chance: Double = 0) -> CircuitBreaker {
    var breaker = CircuitBreaker()
    for _ in 0..<5 { breaker.fail(at: now, chance: chance) }
    return breaker
  }

  @Test func `four failures in a row are borne, five are not`() {
    var breaker = CircuitBreaker()
    for _ in 0..<4 { breaker.fail(at: 0, chance: 0) }
    #expect(breaker.admit(at: 0) == .pass)
    breaker.succeed()
    for _ in 0..<4 { breaker.fail(at: 0, chance: 0) }
    #expect(breaker.admit(at: 0) == .pass)
    breaker.fail(at: 0, chance: 0)
    #expect(breaker.admit(at: 0) == .rejected(until: 5_000))
  }

  @Test func `after the pause one may try, and its success lets all in`() {
    var breaker = broken()
    #expect(breaker.admit(at: 4_999) == .rejected(until: 5_000))
    #expect(breaker.admit(at: 5_000) == .pass)
    #expect(breaker.admit(at: 5_001) == .rejected(until: 65_000))
    breaker.succeed()
    #expect(breaker.admit(at: 5_002) == .pass)
    #expect(breaker == CircuitBreaker())
  }

  @Test func `each failed attempt doubles the pause, up to five minutes`() {
    var (breaker, now) = (broken(), Int64(0))
    for pause in [5, 10, 20, 40, 80, 160, 300, 300] as [Int64] {
      let end = Timestamp(milliseconds: now + pause * 1_000)
      #expect(breaker.admit(at: Timestamp(milliseconds: now)) == .rejected(until: end))
      #expect(breaker.admit(at: end) == .pass)
      breaker.fail(at: end, chance: 0)
      now = end.milliseconds
    }
  }

  @Test(arguments: [(0, 5_000), (0.5, 3_750), (0.999, 2_503)] as [(Double, Int64)])
  func `chance cuts a pause by up to half`(chance: Double, pause: Int64) {
    var breaker = broken(chance: chance)
    #expect(breaker.admit(at: 0) == .rejected(until: Timestamp(milliseconds: pause)))
  }

  @Test func `a straggler's failure lengthens nothing, its success closes`() {
    var breaker = broken()
    breaker.fail(at: 3_000, chance: 0)
    #expect(breaker.admit(at: 3_000) == .rejected(until: 5_000))
    breaker.succeed()
    #expect(breaker.admit(at: 3_000) == .pass)
  }

  @Test func `an attempt that is given up leaves its place to the next`() {
    var breaker = broken()
    #expect(breaker.admit(at: 5_000) == .pass)
    breaker.abandon(at: 5_500)
    #expect(breaker.admit(at: 5_500) == .pass)
    #expect(breaker.admit(at: 5_501) == .rejected(until: 65_500))
    #expect(breaker.admit(at: 65_500) == .pass)
  }

  @Test func `a clock that was put back shuts no request out`() {
    var breaker = broken(at: 1_000_000_000)
    #expect(breaker.admit(at: 0) == .pass)
  }
}
