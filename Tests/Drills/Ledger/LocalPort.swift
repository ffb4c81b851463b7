import Foundation

/// A port of this machine.
struct LocalPort: Sendable {
  let number: Int

  /// True if a process listens on the port.
  var isTaken: Bool {
    guard let connection = connect() else { return false }
    close(connection)
    return true
  }

  /// Returns a connection to the listening process, to be closed by the caller, or nil if nothing
  /// listens.
  func connect() -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(number).bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
