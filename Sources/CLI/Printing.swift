import Foundation

/// What commands write to standard output.
enum Printing {
  static func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    lines(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  static func lines(_ lines: String...) {
    Self.lines(lines)
  }

  static func lines(_ lines: [String]) {
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}
