extension Array where Element: Sendable {
  /// Does something with all, so many at once, and returns them as they are then, in any order.
  ///
  /// - Parameter leave: what each of the many does when nothing is left for it.
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
