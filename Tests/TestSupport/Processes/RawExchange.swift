import Foundation

/// A raw exchange: bytes sent as they are, and everything received until the server ended the
/// connection.
package struct RawExchange {
  /// The first head received, up to the end of its last line.
  package let head: String
  /// The bytes after the empty line.
  package let rest: String

  /// Sends a text. `endingThere` closes the sending side, as a client does that goes away.
  package static func send(
    _ text: String, to port: Int, endingThere: Bool = false
  ) async throws -> RawExchange {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try exchange(text, port, endingThere) })
      }
    }
  }

  private init(_ received: String) {
    let parts = received.split(separator: "\r\n\r\n", maxSplits: 1)
    head = parts.first.map { "\($0)\r\n" } ?? ""
    rest = parts.count > 1 ? String(parts[1]) : ""
  }

  private static func exchange(
    _ text: String, _ port: Int, _ endingThere: Bool
  ) throws -> RawExchange {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    let handle = FileHandle(fileDescriptor: descriptor)
    try handle.write(contentsOf: Data(text.utf8))
    if endingThere { shutdown(descriptor, Int32(SHUT_WR)) }
    return RawExchange(String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self))
  }
}
