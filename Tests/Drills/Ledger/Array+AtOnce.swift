extension Array where Element: Sendable {
  /// Runs `body` on all elements, so many at once, and returns the changed elements in any order.
  ///
  /// - Parameter leave: called by each of the many when nothing is left for it.
  func each(
    atOnce: Int, andThen leave: @escaping @Sendable () async -> Void = {},
    _ body: @escaping @Sendable (inout Element) async throws -> Void
  ) async throws -> [Element] {
    try await withThrowingTaskGroup(of: [Element].self) { group in
      for first in 0..<atOnce {
        group.addTask {
          var done: [Element] = []
          for number in stride(from: first, to: count, by: atOnce) {
            var element = self[number]
            try await body(&element)
            done.append(element)
          }
          await leave()
          return done
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
