import Foundation

/// A bounded queue of log lines, which a thread of its own writes to a descriptor. A reader that
/// stops reading stops no caller.
///
/// The thread rests after each write, so that the lines of many requests are written at once, and a request seldom
/// wakes it. A process that is killed or crashes loses the lines of the last rest.
///
/// A line that finds the queue full is dropped and counted. The next line that finds room names the
/// number of dropped ones as `dropped`.
package final class LogQueue: @unchecked Sendable {
  /// The queue of standard error.
  package static let standardError = LogQueue(to: STDERR_FILENO)

  /// The most bytes that one call writes, so that a slow reader makes room in small steps.
  private static let pieceMax = 65_536
  /// The seconds between a write and the next one.
  private static let rest: TimeInterval = 0.01

  private let descriptor: CInt
  private let capacity: Int
  private let condition = NSCondition()
  private var waiting: [UInt8] = []
  /// The number of bytes that the thread has taken and not written yet.
  private var taken = 0
  private var dropped = 0
  private var hasThread = false

  /// - Parameter descriptor: an open file or pipe, which stays open as long as lines come.
  /// - Parameter capacity: the most bytes of lines that are kept in memory.
  package init(to descriptor: CInt, capacity: Int = 1_048_576) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// Queues a line, or drops it if the queue is full. Never waits for the descriptor.
  ///
  /// - Parameter line: a JSON object with at least one member, and a line end.
  package func append(_ line: [UInt8]) {
    condition.withLock {
      let line = dropped == 0 ? line : Self.adding(dropped: dropped, to: line)
      guard waiting.count + taken + line.count <= capacity else {
        dropped += 1
        return
      }
      dropped = 0
      let isFirst = waiting.isEmpty
      waiting += line
      startThread()
      if isFirst { condition.broadcast() }
    }
  }

  /// Waits until every queued line is written, for a second at most. Returns false if lines are
  /// left.
  @discardableResult
  package func flush(within patience: Duration = .seconds(1)) -> Bool {
    let deadline = Date(timeIntervalSinceNow: patience / .seconds(1))
    return condition.withLock {
      while !isEmpty, condition.wait(until: deadline) {}
      return isEmpty
    }
  }

  private var isEmpty: Bool { waiting.isEmpty && taken == 0 }

  private static func adding(dropped: Int, to line: [UInt8]) -> [UInt8] {
    Array("{\"dropped\":\(dropped),".utf8) + line.dropFirst()
  }

  /// Starts the thread with the first line, since most commands log none.
  private func startThread() {
    guard !hasThread else { return }
    hasThread = true
    let thread = Thread {
      while true {
        self.deliver(self.next())
        Thread.sleep(forTimeInterval: Self.rest)
      }
    }
    thread.name = "log"
    thread.start()
  }

  private func next() -> [UInt8] {
    condition.withLock {
      while waiting.isEmpty { condition.wait() }
      let lines = waiting
      waiting = []
      taken = lines.count
      return lines
    }
  }

  /// Writes lines to the end. Lines that cannot be written, as on a full disk, are lost.
  private func deliver(_ lines: [UInt8]) {
    lines.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let piece = UnsafeRawBufferPointer(
          rebasing: bytes[start..<min(start + Self.pieceMax, bytes.count)])
        let count = write(descriptor, piece.baseAddress, piece.count)
        guard count > 0 else {
          if count < 0, errno == EINTR || errno == EAGAIN {
            waitUntilWritable()
            continue
          }
          return
        }
        start += count
        condition.withLock { taken -= count }
      }
    }
    condition.withLock {
      taken = 0
      condition.broadcast()
    }
  }

  /// Waits for room in a pipe that another process made non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
