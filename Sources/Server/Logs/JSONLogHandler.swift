import Foundation
import Ledger
package import Logging

/// A log handler that queues one JSON object a line for standard error. JSON escapes control
/// characters. A line that cannot be written is lost, because the work matters more than its log.
package struct JSONLogHandler: LogHandler {
  let label: String
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let queue: LogQueue

  package init(label: String, level: Logger.Level, queue: LogQueue = .standardError) {
    self.label = label
    self.queue = queue
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var line: Logger.Metadata = [
      "time": "\(Instant(Date()))", "level": "\(event.level.rawValue)", "logger": "\(label)",
      "message": "\(event.message)",
    ]
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
      line[key == "hb.request.id" ? "requestId" : key] = value
    }
    queue.append(Self.json(line))
  }

  /// Returns an object of strings and numbers in the order of its keys, with a line end. The encoding is
  /// written by hand for speed, because every request writes a line.
  static func json(_ line: Logger.Metadata) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(384)
    for (key, value) in line.sorted(by: { $0.key < $1.key }) {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      append(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if let number = number(value) {
        bytes.append(contentsOf: number.utf8)
      } else {
        append(value.description, to: &bytes)
      }
    }
    bytes.append(contentsOf: "}\n".utf8)
    return bytes
  }

  /// Returns the JSON of a whole number; nil for anything else.
  private static func number(_ value: Logger.MetadataValue) -> String? {
    guard case .stringConvertible(let number as any BinaryInteger) = value else { return nil }
    return "\(number)"
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5C, byte])
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension Logger {
  /// Returns the logger of `serve`.
  package static func service(_ label: String, level: Logger.Level = .info) -> Logger {
    Logger(label: label) { JSONLogHandler(label: $0, level: level) }
  }

  /// The logger of commands, for errors only, since commands print their own results.
  package static let quiet = Logger(label: "daicho") { JSONLogHandler(label: $0, level: .error) }
}
