import Foundation
import Testing

/// A finder of ports without a listener.
enum FreePort {
  static func find() throws -> Int {
    try #require(try find(count: 1).first)
  }

  /// Returns so many different ports.
  static func find(count: Int) throws -> [Int] {
    let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    defer { for socket in sockets { close(socket) } }
    return try sockets.map(bindAnywhere)
  }

  /// Returns a listening socket, to be closed by the caller, and its port.
  static func listen() throws -> (socket: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let port = try bindAnywhere(descriptor)
    try #require(Glibc.listen(descriptor, 1) == 0)
    return (descriptor, port)
  }

  private static func bindAnywhere(_ descriptor: Int32) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 ? getsockname(descriptor, generic, &size) : -1
      }
    }
    try #require(result == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
