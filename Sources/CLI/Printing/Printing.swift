import Foundation
import Server

/// The output of commands on standard output.
enum Printing {
  /// Writes a result as JSON or as lines of text.
  static func show(
    _ value: some Encodable, lines: @autoclosure () -> [String], asJSON: Bool
  ) throws {
    if asJSON { try json(value) } else { try text(lines()) }
  }

  static func json(_ value: some Encodable, to stream: FileHandle = .standardOutput) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    try bytes(try encoder.encode(value) + Data("\n".utf8), to: stream)
  }

  /// Writes a result as one line of JSON.
  static func line(_ value: some Encodable, to stream: FileHandle = .standardOutput) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try bytes(try encoder.encode(value) + Data("\n".utf8), to: stream)
  }

  static func text(_ lines: String...) throws(Failure) {
    try text(lines)
  }

  static func text(_ lines: [String], to stream: FileHandle = .standardOutput) throws(Failure) {
    try bytes(Data((lines.joined(separator: "\n") + "\n").utf8), to: stream)
  }

  /// Writes bytes. Throws if the disk is full or the reader has gone.
  static func bytes(_ bytes: Data, to stream: FileHandle = .standardOutput) throws(Failure) {
    do {
      try stream.write(contentsOf: bytes)
    } catch {
      throw Failure("the output could not be written to standard output")
    }
  }
}
