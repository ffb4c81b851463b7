import Projections
import Synchronization

/// The progress of a rebuild: a bar for each phase on a terminal, or lines of JSON.
final class RebuildProgressLine: Sendable {
  private struct State {
    var phase: RebuildPhase?
    var bar: ProgressBar?
    var shownAt: ContinuousClock.Instant?
  }

  private struct Line: Encodable {
    let phase: String
    let done: Int64
    let total: Int64
    let attempts: Int
  }

  private static let pause: Duration = .seconds(1)

  private let asJSON: Bool
  private let state = Mutex(State())

  init(asJSON: Bool) {
    self.asJSON = asJSON
  }

  @Sendable func show(_ progress: Rebuild.Progress) {
    if asJSON { showJSON(progress) } else { showBar(progress) }
  }

  func end() {
    state.withLock { $0.bar?.end() }
  }

  private func showBar(_ progress: Rebuild.Progress) {
    let bar: ProgressBar? = state.withLock { state in
      if state.phase != progress.phase {
        state.bar?.end()
        state.phase = progress.phase
        state.bar = ProgressBar(
          progress.phase.rawValue, total: progress.total, from: progress.done)
      }
      return state.bar
    }
    if progress.attempts > 0 {
      bar?.note(
        "\(progress.phase.rawValue): a long reader has the tables, attempt \(progress.attempts)")
    } else {
      bar?.advance(to: progress.done)
    }
  }

  private func showJSON(_ progress: Rebuild.Progress) {
    let isDue = state.withLock { state in
      let now = ContinuousClock.now
      guard state.phase != progress.phase || state.shownAt.map({ now - $0 > Self.pause }) ?? true
      else { return false }
      (state.phase, state.shownAt) = (progress.phase, now)
      return true
    }
    guard isDue else { return }
    // A reader that has gone is found by the last line.
    try? Printing.line(
      Line(
        phase: progress.phase.rawValue, done: progress.done, total: progress.total,
        attempts: progress.attempts))
  }
}
