import Ledger
import Testing

struct ConnectedSetsTests {
  @Test(
    arguments: [
      ([], []), ([[1]], [[1]]), ([[1, 2], [3]], [[1, 2], [3]]), ([[1, 2], [2, 3]], [[1, 2, 3]]),
      ([[1, 2], [3, 4], [2, 3]], [[1, 2, 3, 4]]), ([[1], [1], [2, 1], [3]], [[1, 2], [3]]),
      ([[], [4]], [[], [4]]),
    ] as [([Set<Int>], [Set<Int>])])
  func `sets with a common element become one`(given: [Set<Int>], expected: [Set<Int>]) {
    #expect(Set(ConnectedSets(given).sets) == Set(expected))
  }

  /// United pair by pair, these would need five billion comparisons.
  @Test func `a hundred thousand sets are united in one pass`() {
    let pairs = (0..<100_000).map { Set([2 * $0, 2 * $0 + 1]) }
    #expect(ConnectedSets(pairs).sets.count == 100_000)
    let links = (0..<100_000).map { Set([$0, $0 + 1]) }
    #expect(ConnectedSets(links).sets.map(\.count) == [100_001])
  }
}
