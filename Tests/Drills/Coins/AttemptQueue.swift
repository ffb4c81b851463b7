/// A queue that hands out attempts in order, only as many as are due before the next blow.
actor AttemptQueue {
  private static let interval = Duration.milliseconds(5)

  private let attempts: [CoinAttempt]
  private var taken = 0
  private var limit = 0
  private(set) var answered = 0

  init(_ attempts: [CoinAttempt]) {
    self.attempts = attempts
  }

  /// Raises the number of attempts that may be handed out in all.
  func release(_ limit: Int) { self.limit = max(self.limit, limit) }

  /// Returns the next attempt once it is released, or nil when all were handed out.
  func next() async throws -> CoinAttempt? {
    while taken >= limit, taken < attempts.count { try await Task.sleep(for: Self.interval) }
    guard taken < attempts.count else { return nil }
    defer { taken += 1 }
    return attempts[taken]
  }

  func noteAnswer() { answered += 1 }

  func waitUntilAnswered(_ count: Int) async throws {
    while answered < min(count, attempts.count) { try await Task.sleep(for: Self.interval) }
  }
}
