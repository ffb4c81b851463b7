import Synchronization

/// A limit of the events that a rebuild reads in a second, over all lanes.
final class RebuildThrottle: Sendable {
  private let eventsPerSecond: Int?
  private let free = Mutex(ContinuousClock.now)

  /// - Parameter eventsPerSecond: nil sets no limit.
  init(eventsPerSecond: Int?) {
    self.eventsPerSecond = eventsPerSecond
  }

  /// Waits until some more events may be read.
  func pass(_ events: Int) async throws {
    guard let eventsPerSecond, eventsPerSecond > 0 else { return }
    let cost = Duration.seconds(Double(events) / Double(eventsPerSecond))
    let until = free.withLock { free in
      free = max(free, .now) + cost
      return free
    }
    try await Task.sleep(until: until, clock: .continuous)
  }
}
