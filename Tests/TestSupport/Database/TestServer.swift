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
  private static let homes = FileManager.default.temporaryDirectory
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

  /// Removes the folders of test runs that have ended.
  private static func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: homes.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let pid = Int32(name.dropFirst(prefix.count)), kill(pid, 0) != 0 else { continue }
      try? FileManager.default.removeItem(at: homes.appending(path: name))
    }
  }
}
