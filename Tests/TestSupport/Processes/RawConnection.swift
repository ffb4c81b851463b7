import Foundation

/// A connection on which a test sends bytes as it likes, and keeps silent as it likes.
package final class RawConnection: Sendable {
  private let descriptor: CInt

  /// Connects to a port of this machine. The kernel accepts connections before the server does.
  package init(to port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The descriptor is closed by `deinit`, which follows an error too.
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { Glibc.close(descriptor) }

  /// Ends the connection, as a client does that goes away.
  package func end() {
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  /// Returns a port without a listener.
  package static func unusedPort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(descriptor) }
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
      }
    }
    guard named == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  /// Sends bytes. Throws once the server has closed the connection and the kernel knows it.
  package func send(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw POSIXError(.EPIPE) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Returns what the server sends next: at least so many bytes if it sends them, fewer once it has
  /// ended the connection or the patience ends.
  package func receive(atLeast count: Int = 1, within patience: Duration = .seconds(30)) async
    -> String
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(returning: received(atLeast: count, until: .now + patience))
      }
    }
  }

  private func received(atLeast count: Int, until deadline: ContinuousClock.Instant) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < count {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = (deadline - .now) / .milliseconds(1)
      guard poll(&request, 1, max(0, CInt(left))) > 0 else { break }
      let received = recv(descriptor, &piece, piece.count, 0)
      guard received > 0 else { break }
      bytes += piece.prefix(received)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns true once the server has ended the connection; discards what it sends until then.
  package func isEnded(within patience: Duration = .seconds(30)) async -> Bool {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if await receive(within: deadline - .now).isEmpty { return ContinuousClock.now < deadline }
    }
    return false
  }
}
