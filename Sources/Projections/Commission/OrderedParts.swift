import Foundation

/// Work on many parts, as many at the same time as the machine has cores. The results come in the order of the
/// parts, and few of them wait in memory.
struct OrderedParts<Part: Sendable>: Sendable {
  private let parts: [Part]

  init(_ parts: [Part]) {
    self.parts = parts
  }

  /// - Parameters:
  ///   - make: makes the result of a part, beside those of others.
  ///   - take: takes the results, one after the other.
  func each<Result: Sendable>(
    _ make: @escaping @Sendable (Part) async throws -> Result, take: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (started, taken) = (0, 0)
      var waiting: [Int: Result] = [:]
      while taken < parts.count {
        while started < min(taken + Self.atOnce, parts.count) {
          let (index, part) = (started, parts[started])
          group.addTask { (index, try await make(part)) }
          started += 1
        }
        if let result = waiting.removeValue(forKey: taken) {
          try take(result)
          taken += 1
        } else if let (index, result) = try await group.next() {
          waiting[index] = result
        }
      }
    }
  }

  private static var atOnce: Int { ProcessInfo.processInfo.activeProcessorCount }
}
