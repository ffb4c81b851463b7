import Foundation
import Postgres
import TestSupport

/// A PgBouncer of its own before the tests' server.
enum PgBouncer {
  private static let program = "/usr/sbin/pgbouncer"

  /// True if PgBouncer is installed and the tests have a server of their own.
  static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: program)
      && ProcessInfo.processInfo.environment["DAICHO_TEST_DATABASE_URL"] == nil
  }

  /// Lends the URL of a database behind a new PgBouncer.
  ///
  /// - Parameter processes: the most server processes that it opens.
  /// - Parameter reset: the statements that it runs when a session ends.
  static func with(
    mode: String, processes: Int, reset: String = "DISCARD ALL",
    _ body: (String) async throws -> Void
  ) async throws {
    let server = try await TestServer.url(of: "postgres")
    let socket = URLComponents(string: server)?.queryItems?.first { $0.name == "host" }?.value ?? ""
    let port = try unusedPort()
    let folder = FileManager.default.temporaryDirectory.appending(path: "bouncer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = folder.appending(path: "settings.ini")
    try """
    [databases]
    * = host=\(socket) user=postgres
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = \(port)
    unix_socket_dir =
    auth_type = any
    pool_mode = \(mode)
    default_pool_size = \(processes)
    server_reset_query = \(reset)
    """.write(to: settings, atomically: true, encoding: .utf8)
    let bouncer = Process()
    bouncer.executableURL = URL(filePath: program)
    bouncer.arguments = (getuid() == 0 ? ["-u", "postgres"] : []) + [settings.path]
    (bouncer.standardOutput, bouncer.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try bouncer.run()
    // PgBouncer inherits the blocked signals of the tests, and would not hear a gentle one.
    defer { kill(bouncer.processIdentifier, SIGKILL) }
    try await waitForListener(on: port)
    try await body("postgresql://anyone@127.0.0.1:\(port)/postgres")
  }

  /// Starts a client that runs one short transaction after another.
  static func busyClient(_ url: String) throws -> Process {
    let client = Process()
    client.executableURL = URL(filePath: "/bin/sh")
    client.arguments = ["-c", "yes 'select pg_sleep(0.005);' | exec psql -q '\(url)'"]
    (client.standardOutput, client.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try client.run()
    return client
  }

  private static func waitForListener(on port: Int) async throws {
    for _ in 1...500 {
      if isListening(port) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw POSIXError(.ETIMEDOUT)
  }

  private static func isListening(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  private static func unusedPort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    guard withAddress(0, { bind(descriptor, $0, $1) }) == 0 else { throw POSIXError(.EADDRINUSE) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func withAddress(
    _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
