import TestSupport
import Testing

@testable import EventProcessing

struct BisectionTests {
  /// Tries parts as a writer would, and returns the rejected items and the number of attempts.
  private func search(_ count: Int, poisoned: Set<Int>) -> (rejected: Set<Int>, trials: Int) {
    var bisection = Bisection(rejected: count)
    var rejected: Set<Int> = []
    var trials = 0
    while let part = bisection.next {
      trials += 1
      if poisoned.isDisjoint(with: part) {
        bisection.accept()
      } else if let index = bisection.reject() {
        rejected.insert(index)
      }
    }
    return (rejected, trials)
  }

  @Test func `finds exactly what is poisoned`() {
    for count in 0...12 {
      for mask in 0..<(1 << count) {
        let poisoned = Set((0..<count).filter { mask >> $0 & 1 == 1 })
        #expect(search(count, poisoned: poisoned).rejected == poisoned)
      }
    }
  }

  @Test func `one among a thousand costs some twenty attempts`() {
    for index in 0..<1_000 {
      let (rejected, trials) = search(1_000, poisoned: [index])
      #expect(rejected == [index])
      #expect(trials <= 20)
    }
  }

  @Test func `a thousand of a thousand cost no more than two for each`() {
    #expect(search(1_000, poisoned: Set(0..<1_000)).trials < 2_000)
  }

  @Test func `every item is tried in order`() {
    var bisection = Bisection(rejected: 5)
    var tried: [Int] = []
    while let part = bisection.next {
      tried += part
      bisection.accept()
    }
    #expect(tried == Array(0..<5))
  }
}
