package import Foundation
import Synchronization

/// A bounded queue of log lines, which a thread of its own writes to a stream.
///
/// A reader of the log may stop, as a stuck collector does. Writing then blocks, but only this thread:
/// whoever logs goes on. While the queue is full, lines are dropped and counted, and the count is
/// written once there is room again.
package final class LogQueue: Sendable {
  /// The queue of this process's standard error.
  package static let standardError = LogQueue(to: .standardError)

  private struct State {
    var lines: [Data] = []
    var byteCount = 0
    var dropped = 0
    var isWriting = false
    var isStarted = false
  }

  private let stream: FileHandle
  private let byteMax: Int
  private let state = Mutex(State())
  private let bell = NSCondition()

  /// - Parameter byteMax: the most bytes that wait to be written.
  package init(to stream: FileHandle, byteMax: Int = 1 << 20) {
    self.stream = stream
    self.byteMax = byteMax
  }

  /// Adds a line with its line end; drops it if the queue is full. Never blocks.
  package func add(_ line: Data) {
    let isFirst = state.withLock { state in
      guard state.byteCount + line.count <= byteMax else {
        state.dropped += 1
        return false
      }
      state.lines.append(line)
      state.byteCount += line.count
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst { start() }
    bell.withLock { bell.signal() }
  }

  /// Waits until everything is written, at most for a time.
  package func flush(within patience: TimeInterval) {
    let deadline = Date(timeIntervalSinceNow: patience)
    while !isIdle, Date() < deadline { Thread.sleep(forTimeInterval: 0.005) }
  }

  private var isIdle: Bool { state.withLock { $0.lines.isEmpty && !$0.isWriting } }

  private func start() {
    let thread = Thread { self.work() }
    thread.name = "log"
    thread.start()
  }

  private func work() {
    while true {
      let bytes = next()
      // A line that cannot be written is lost, because the work matters more than its log.
      try? stream.write(contentsOf: bytes)
      state.withLock { $0.isWriting = false }
    }
  }

  /// Waits for lines and returns all of them, with the count of those that were dropped before.
  private func next() -> Data {
    bell.withLock {
      while true {
        if let bytes = takeAll() { return bytes }
        bell.wait()
      }
    }
  }

  private func takeAll() -> Data? {
    state.withLock { state in
      guard !state.lines.isEmpty else { return nil }
      var lines = state.lines
      if state.dropped > 0 {
        lines.append(
          Data(
            JSONLogHandler.json([
              "time": JSONLogHandler.now, "level": "warning", "logger": "log",
              "message": "log lines were dropped", "dropped": String(state.dropped),
            ])))
      }
      (state.lines, state.byteCount, state.dropped) = ([], 0, 0)
      state.isWriting = true
      return Data(lines.joined())
    }
  }
}
