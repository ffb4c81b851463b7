import Foundation

enum StandardOutput {
  /// Writes a line at once, unbuffered.
  @Sendable static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
