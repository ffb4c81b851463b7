package import Foundation
import Testing

/// A pipe that is full when it is made, so that the next byte waits for a reader.
package struct FullPipe {
  private let pipe = Pipe()
  private let filling: Int

  package init() throws {
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    try #require(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    var filling = 0
    let piece = [UInt8](repeating: UInt8(ascii: "."), count: 4_096)
    while true {
      let count = write(descriptor, piece, piece.count)
      guard count > 0 else { break }
      filling += count
    }
    self.filling = filling
    try #require(filling > 0 && errno == EAGAIN)
    try #require(fcntl(descriptor, F_SETFL, flags) == 0)
  }

  /// The descriptor of the end into which a log is written.
  package var writing: CInt { pipe.fileHandleForWriting.fileDescriptor }

  /// The end into which a log is written, for a process.
  package var handle: FileHandle { pipe.fileHandleForWriting }

  /// Closes the end into which the log was written.
  package func end() throws {
    try handle.close()
  }

  /// Returns the text behind what filled the pipe, once the other end is closed.
  package func receive() async throws -> String {
    let (pipe, filling) = (pipe, filling)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
            return String(decoding: bytes.dropFirst(filling), as: UTF8.self)
          })
      }
    }
  }
}
