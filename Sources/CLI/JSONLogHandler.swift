package import Foundation
import Ledger
package import Logging

/// Writes one JSON object a line to standard error; control characters are escaped by being JSON. A
/// line that cannot be written is lost: what is logged about matters more than the log.
package struct JSONLogHandler: LogHandler {
  let label: String
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let stream: FileHandle

  package init(label: String, level: Logger.Level, stream: FileHandle = .standardError) {
    self.label = label
    self.stream = stream
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var line = [
      "time": Instant(Date()).description,
      "level": event.level.rawValue, "logger": label, "message": event.message.description,
    ]
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
      line[key == "hb.request.id" ? "requestId" : key] = value.description
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings always encode; were it otherwise, a log could not say so.
    guard let bytes = try? encoder.encode(line) else { return }
    StandardStreams.tell(bytes + Data("\n".utf8), by: stream)
  }
}

extension Logger {
  /// For `serve`: everything from info on.
  static func service(_ label: String) -> Logger {
    Logger(label: label) { JSONLogHandler(label: $0, level: .info) }
  }

  /// For commands, which say what they did by themselves.
  static let quiet = Logger(label: "daicho") { JSONLogHandler(label: $0, level: .error) }
}
