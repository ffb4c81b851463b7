import Synchronization

/// A sampler of log lines about refused strangers. Many equal refusals would fill a disk.
final class RefusalSampler: Sendable {
  /// The lines of one kind in a minute.
  private static let linesMax = 10
  private static let window: Duration = .seconds(60)
  /// The kinds that are told apart; others count as one.
  private static let kindsMax = 200

  private struct Count {
    var began: ContinuousClock.Instant
    var lines = 0
    var left = 0
  }

  /// The decision about one line.
  enum Line: Equatable {
    case skipped
    /// The line is written, with the number of lines of its kind that were left out before.
    case written(leftOut: Int)
  }

  private let counts = Mutex<[String: Count]>([:])

  /// Decides about a refusal of a kind, which is a route with a status.
  func line(of kind: String, at now: ContinuousClock.Instant = .now) -> Line {
    counts.withLock { counts in
      let kind = counts[kind] != nil || counts.count < Self.kindsMax ? kind : "others"
      var count = counts[kind] ?? Count(began: now)
      defer { counts[kind] = count }
      var leftOut = 0
      if now - count.began >= Self.window {
        leftOut = count.left
        count = Count(began: now)
      }
      guard count.lines < Self.linesMax else {
        count.left += 1
        return .skipped
      }
      count.lines += 1
      return .written(leftOut: leftOut)
    }
  }
}
