import Logging
import Synchronization

/// A log that keeps its lines for a test.
final class RecordedLog: Sendable {
  struct Line: Sendable {
    let message: String
    let metadata: [String: String]
  }

  private let recorded = Mutex<[Line]>([])

  var lines: [Line] { recorded.withLock(\.self) }

  var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = Line(
        message: event.message.description,
        metadata: (event.metadata ?? [:]).mapValues(\.description))
      log.recorded.withLock { $0.append(line) }
    }
  }
}
