import Foundation

/// The text that a command prints into a pipe.
struct CommandOutput {
  private static let chunk = 65_536

  let pipe = Pipe()

  /// Reads up to the end of the command. `readDataToEndOfFile` ends the process if a signal interrupts
  /// it.
  func text() throws -> String {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return String(decoding: bytes, as: UTF8.self)
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }
}
