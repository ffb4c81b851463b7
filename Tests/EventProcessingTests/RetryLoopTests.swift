import Logging
import Postgres
import Synchronization
import Testing

@testable import EventProcessing

struct RetryLoopTests {
  /// A log that keeps the levels of its entries.
  private final class Log: Sendable {
    let levels = Mutex<[Logger.Level]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
  }

  private struct Handler: LogHandler {
    let log: Log
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.levels.withLock { $0.append(event.level) }
    }
  }

  @Test func `logs its failure once, and once that it is over`() async {
    let log = Log()
    var steps = 0
    await RetryLoop(name: "test", logger: log.logger).work {
      steps += 1
      if steps <= 3 { throw PostgresError.unavailable }
      return steps < 6
    }
    #expect(steps == 6)
    #expect(log.levels.withLock(\.self) == [.error, .notice])
  }

  @Test func `ends when it is canceled, in trouble or not`() async {
    for fails in [true, false] {
      let log = Log()
      let task = Task {
        await RetryLoop(name: "test", logger: log.logger).work {
          if fails { throw PostgresError.unavailable }
          await Task.yield()
          return true
        }
      }
      await Task.yield()
      task.cancel()
      await task.value
      #expect(log.levels.withLock(\.count) <= 1)
    }
  }
}
