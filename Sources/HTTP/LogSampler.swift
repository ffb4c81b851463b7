import Synchronization

/// A sampler of the log lines that anyone can cause. It admits the first lines of a reason in a
/// minute. While they keep coming faster, it admits one a minute, with the number left out.
final class LogSampler: Sendable {
  /// The lines of one reason in the minute that began with the first of them.
  private struct Minute {
    static let length: Duration = .seconds(60)
    let start: ContinuousClock.Instant
    let admittedMax: Int
    var admitted = 1
    var leftOut = 0
  }

  private let linesMax: Int
  private let minutes = Mutex<[String: Minute]>([:])

  /// - Parameter linesMax: the number of lines that are admitted first.
  init(linesMax: Int = 10) {
    self.linesMax = linesMax
  }

  /// Returns the number of lines left out since the last admitted one, or nil for a line to leave
  /// out.
  ///
  /// - Parameter reason: one of a bounded number of codes.
  func admit(_ reason: String, at now: ContinuousClock.Instant = .now) -> Int? {
    minutes.withLock { minutes in
      guard var minute = minutes[reason], now - minute.start < Minute.length else {
        let earlier = minutes[reason]
        minutes[reason] = next(after: earlier, at: now)
        return earlier?.leftOut ?? 0
      }
      let isAdmitted = minute.admitted < minute.admittedMax
      if isAdmitted { minute.admitted += 1 } else { minute.leftOut += 1 }
      minutes[reason] = minute
      return isAdmitted ? 0 : nil
    }
  }

  private func next(after earlier: Minute?, at now: ContinuousClock.Instant) -> Minute {
    let goesOn = earlier.map { $0.leftOut > 0 && now - $0.start < Minute.length * 2 } ?? false
    return Minute(start: now, admittedMax: goesOn ? 1 : linesMax)
  }
}
