import Testing

@testable import EventProcessing
@testable import Postgres

struct WakingTests {
  @Test(arguments: [
    (Listener.Hint.lookAgain, [1, 2, 3, 4]),
    (.notified("2"), [2]),
    (.notified("1,4"), [1, 4]),
    (.notified("4,1,4"), [1, 4]),
    (.notified("9"), []),
    (.notified("3,9"), [3]),
    (.notified(""), [1, 2, 3, 4]), (.notified("0,2"), [1, 2, 3, 4]), (.lost, [1, 2, 3, 4]),
    (.notified("everything"), [1, 2, 3, 4]),
    (.notified("1,x"), [1, 2, 3, 4]),
    (.notified("99999999999"), [1, 2, 3, 4]),
  ])
  func `a hint wakes the lanes it names, or all when it cannot be read`(
    hint: Listener.Hint, lanes: [Int16]
  ) {
    #expect(LaneHint.lanes(hint, of: [1, 2, 3, 4]) == lanes)
  }

  @Test func `a signal during work is received once`() async throws {
    let signals = LaneSignals([1, 2])
    let lane = signals.streams[0]
    var signaled = lane.makeAsyncIterator()
    await signaled.next()  // all are signaled at the beginning
    for _ in 1...3 { signals.signal([1]) }
    await signaled.next()
    let waiting = Task {
      var count = 0
      for await _ in lane { count += 1 }
      return count
    }
    waiting.cancel()
    #expect(await waiting.value == 0)
  }

  @Test func `failure is said once and its rests grow to a limit`() {
    var random = SystemRandomNumberGenerator()
    var failure = FailureState()
    #expect(failure.end() == nil)
    let rests = (1...20).map { _ in failure.begin("gone", using: &random) }
    #expect(rests.map(\.isNew) == [true] + Array(repeating: false, count: 19))
    #expect(rests.allSatisfy { $0.duration <= .seconds(10) })
    #expect(rests[0].duration <= .milliseconds(100))
    #expect(rests[19].duration >= .seconds(5))
    #expect(failure.begin("refused", using: &random).isNew)
    #expect(failure.end() == 21)
    #expect(failure.end() == nil)
    #expect(failure.begin("gone", using: &random).isNew)
  }
}
