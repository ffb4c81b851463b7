import Synchronization

/// A count of the events that the lanes of a rebuild have read.
final class RebuildMeter: Sendable {
  private let done: Mutex<Int64>
  private let total: Int64
  private let onProgress: @Sendable (Rebuild.Progress) -> Void

  init(done: Int64, total: Int64, _ onProgress: @escaping @Sendable (Rebuild.Progress) -> Void) {
    self.done = Mutex(done)
    self.total = total
    self.onProgress = onProgress
    advance(0)
  }

  func advance(_ events: Int) {
    let done = done.withLock { done in
      done += Int64(events)
      return done
    }
    onProgress(Rebuild.Progress(phase: .reading, done: done, total: total))
  }
}
