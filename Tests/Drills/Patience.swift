/// The limit of waiting for things that should happen at once, and take seconds beside other drills. Only
/// a drill that breaks waits so long.
enum Patience {
  static let longest = Duration.seconds(300)
  private static let interval = Duration.milliseconds(20)

  /// Returns once the condition holds. One that never does breaks the drill.
  static func wait(
    for what: String, atMost longest: Duration = longest, until holds: () async throws -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + longest
    while try await !holds() {
      guard ContinuousClock.now < deadline else {
        throw BrokenDrill("waited \(longest.components.seconds) s for \(what)")
      }
      try await Task.sleep(for: interval)
    }
  }
}
