import Testing

@testable import Projections

struct OrderedPartsTests {
  private struct Broken: Error {}

  /// The earlier of two parts takes longer.
  @Test(arguments: [0, 1, 2, 25])
  func `results come in the order of the parts`(count: Int) async throws {
    var taken: [Int] = []
    try await OrderedParts(Array(0..<count)).each { part in
      if part.isMultiple(of: 2) { try await Task.sleep(for: .milliseconds(2)) }
      return part * 10
    } take: {
      taken.append($0)
    }
    #expect(taken == (0..<count).map { $0 * 10 })
  }

  @Test func `a part that fails ends the work`() async throws {
    var taken: [Int] = []
    await #expect(throws: Broken.self) {
      try await OrderedParts([1, 2, 3, 4]).each { part in
        if part == 3 { throw Broken() }
        return part
      } take: {
        taken.append($0)
      }
    }
    #expect(taken.allSatisfy { $0 < 3 })
  }
}
