/// The limits of waiting for things that should happen at once.
enum Patience {
  static let longest = Duration.seconds(60)
  /// The limit for a command, which works for seconds on an idle machine, and longer beside other drills.
  static let command = Duration.seconds(300)
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
