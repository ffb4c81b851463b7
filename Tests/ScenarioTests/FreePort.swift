import Foundation
import Synchronization
import Testing

/// A finder of ports without a listener.
///
/// A drill starts its ledgers again and again on the same ports. No other test gets a port that was
/// returned, and none is in the range from which the system chooses the ports of outgoing connections:
/// the drills open thousands of those, and one would take the port of a ledger that is being restarted.
enum FreePort {
  private static let handedOut = Mutex(Set<UInt16>())
  private static let candidates: ClosedRange<UInt16> = 10_000...(firstOutgoingPort - 1)

  static func find() throws -> Int {
    let (descriptor, port) = try bindUnused()
    close(descriptor)
    return port
  }

  /// Returns so many different ports.
  static func find(count: Int) throws -> [Int] {
    try (0..<count).map { _ in try find() }
  }

  /// Returns a listening socket, to be closed by the caller, and its port.
  static func listen() throws -> (socket: Int32, port: Int) {
    let (descriptor, port) = try bindUnused()
    try #require(Glibc.listen(descriptor, 1) == 0)
    return (descriptor, port)
  }

  private static func bindUnused() throws -> (socket: Int32, port: Int) {
    for _ in 0..<1_000 {
      let port = UInt16.random(in: candidates)
      guard handedOut.withLock({ $0.insert(port).inserted }) else { continue }
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      if bind(descriptor, to: port) { return (descriptor, Int(port)) }
      close(descriptor)
    }
    throw NoFreePort()
  }

  private struct NoFreePort: Error {}

  private static func bind(_ descriptor: Int32, to port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        Glibc.bind(descriptor, generic, size) == 0
      }
    }
  }

  /// The first port of Linux's range for outgoing connections, which an administrator may have changed.
  private static var firstOutgoingPort: UInt16 {
    let path = "/proc/sys/net/ipv4/ip_local_port_range"
    let range = try? String(contentsOfFile: path, encoding: .utf8)
    let first = range?.split(whereSeparator: \.isWhitespace).first.flatMap { UInt16($0) }
    return max(first ?? 32_768, 20_000)
  }
}
