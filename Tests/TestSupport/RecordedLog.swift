package import Logging
import Synchronization

/// A log that keeps its lines for a test.
package final class RecordedLog: Sendable {
  package struct Line: Sendable {
    package let level: Logger.Level
    package let message: String
    package let metadata: [String: String]
  }

  private let recorded = Mutex<[Line]>([])

  package init() {}

  package var lines: [Line] { recorded.withLock(\.self) }

  package var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  /// Returns the messages, each followed by the values of some of its fields.
  package func messages(with fields: String...) -> [String] {
    lines.map { line in
      ([line.message] + fields.compactMap { line.metadata[$0] }).joined(separator: " ")
    }
  }

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
        level: event.level, message: event.message.description,
        metadata: (event.metadata ?? [:]).mapValues(\.description))
      log.recorded.withLock { $0.append(line) }
    }
  }
}
