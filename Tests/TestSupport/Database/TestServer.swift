import Foundation
package import Postgres

/// The server of the tests: an embedded one of this process, or the one that
/// `DAICHO_TEST_DATABASE_URL` names.
package enum TestServer {
  private static let started = Task { () -> ConnectionOptions in
    let environment = ProcessInfo.processInfo.environment
    if let url = environment["DAICHO_TEST_DATABASE_URL"] { return ConnectionOptions(url: url) }
    sweep()
    return try await server.start()
  }

  private static let prefix = "daicho-test-"
  /// The folder of the servers, in memory if there is room. A test's database is some hundred files, and a file
  /// system on a disk looks long for places that it did not free a moment ago.
  private static let homes =
    hasRoom(memory) ? memory : FileManager.default.temporaryDirectory
  private static let memory = URL(filePath: "/dev/shm")
  /// The bytes that the databases of eight tests and the log of their changes may take, and some more.
  private static let roomMin: UInt64 = 3 << 30
  private static let server = EmbeddedPostgres(
    home: homes.appending(path: "\(prefix)\(ProcessInfo.processInfo.processIdentifier)"),
    for: .tests)

  package static func options() async throws -> ConnectionOptions {
    try await started.value
  }

  /// Returns the `DATABASE_URL` with which a process reaches a database of this server.
  ///
  /// - Parameters:
  ///   - login: another login than the owner's.
  ///   - password: the password of that login.
  package static func url(
    of database: String, as login: String? = nil, password: String? = nil
  ) async throws -> String {
    if let url = ProcessInfo.processInfo.environment["DAICHO_TEST_DATABASE_URL"],
      var parts = URLComponents(string: url)
    {
      parts.path = "/\(database)"
      if let login { (parts.user, parts.password) = (login, password) }
      if let url = parts.string { return url }
    }
    _ = try await options()
    return "postgresql://\(login ?? "postgres")@/\(database)?host=\(server.socket.path)"
  }

  private static func hasRoom(_ folder: URL) -> Bool {
    var status = statvfs()
    guard statvfs(folder.path, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= roomMin
  }

  /// Removes the folders of test runs that have ended.
  private static func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: homes.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let pid = Int32(name.dropFirst(prefix.count)), kill(pid, 0) != 0 else { continue }
      try? FileManager.default.removeItem(at: homes.appending(path: name))
    }
  }
}
