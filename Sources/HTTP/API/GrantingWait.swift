import EventProcessing
import Granting
import Ledger

/// The wait of a request until granting has passed a position, up to a deadline.
struct GrantingWait {
  /// The pauses after which granting is looked at without a wake-up: another process may have gone on.
  private static let pauseMax: Duration = .milliseconds(160)

  private let granting: ConsumerProgress
  private let progress: GrantingProgress
  private let lanes: Set<Int16>
  private let deadline: ContinuousClock.Instant
  private var count: ConsumerProgress.Count
  private var pause: Duration = .milliseconds(20)

  init(
    for granting: ConsumerProgress, in lanes: Set<Int16>, by progress: GrantingProgress,
    within patience: Duration
  ) {
    self.granting = granting
    self.progress = progress
    self.lanes = lanes
    deadline = .now + patience
    count = granting.count(of: lanes)
  }

  var isOver: Bool { deadline <= .now }

  /// Returns when granting has moved once or more and has passed a position, or at the deadline.
  mutating func move(past position: Position) async throws {
    repeat {
      await granting.move(since: count, within: pause)
      try Task.checkCancellation()
      pause = min(pause * 2, Self.pauseMax)
      count = granting.count(of: lanes)
    } while try await !hasPassed(position) && !isOver
  }

  /// Returns true if granting has passed a position.
  func hasPassed(_ position: Position) async throws -> Bool {
    try await progress.reached(in: Set(position.lanes.keys)).covers(position)
  }
}
