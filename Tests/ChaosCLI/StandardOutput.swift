import Foundation

enum StandardOutput {
  /// A line at once, whoever reads it.
  @Sendable static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
