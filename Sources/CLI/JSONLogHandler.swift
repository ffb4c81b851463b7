import Foundation
import Ledger
import Logging

/// Writes one JSON object a line to standard error; control characters are escaped by being JSON.
struct JSONLogHandler: LogHandler {
  let label: String
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  init(label: String, level: Logger.Level) {
    self.label = label
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
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
    FileHandle.standardError.write(bytes + Data("\n".utf8))
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
