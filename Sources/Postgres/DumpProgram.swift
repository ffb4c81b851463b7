import CLibPQ
package import Foundation

/// The program `pg_dump` of an installed PostgreSQL.
package struct DumpProgram: Sendable {
  private let file: URL

  /// Searches the folders of Debian and Ubuntu, the newest version first, then `PATH`. Returns nil if none
  /// is installed.
  package static func find() -> DumpProgram? {
    let debian = URL(filePath: "/usr/lib/postgresql")
    // Without that folder only `PATH` is searched.
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian.path)) ?? []
    let newest = versions.compactMap { Int($0) }.sorted(by: >).map {
      debian.appending(path: "\($0)/bin")
    }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let folders = newest + path.map { URL(filePath: String($0)) }
    return folders.map { $0.appending(path: "pg_dump") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }.map(DumpProgram.init)
  }

  /// Writes the dump of a database, without owners and rights. Throws `DumpError` with what the program
  /// said.
  ///
  /// The connection is handed over in the environment: arguments can be read by other users.
  package func dump(_ database: ConnectionOptions, to target: URL) async throws {
    let complaints = target.appendingPathExtension("log")
    let isMade = FileManager.default.createFile(
      atPath: complaints.path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard isMade else { throw DumpError(said: "\(target.path) cannot be written") }
    defer { try? FileManager.default.removeItem(at: complaints) }  // a leftover is harmless
    let process = Process()
    process.executableURL = file
    process.arguments = [
      "--format=custom", "--no-owner", "--no-privileges", "--no-password",
      "--file=\(target.path)",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("PG") }.merging(database.environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: complaints)
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    guard process.terminationStatus == 0 else {
      let said = FileManager.default.contents(atPath: complaints.path) ?? Data()
      throw DumpError(said: String(decoding: said.prefix(2_000), as: UTF8.self))
    }
  }
}

/// The words with which `pg_dump` refused.
package struct DumpError: Error, Sendable, CustomStringConvertible {
  let said: String

  package var description: String {
    "pg_dump failed: \(said.trimmingCharacters(in: .whitespacesAndNewlines))"
  }
}

extension ConnectionOptions {
  /// The variables that let PostgreSQL's programs reach the same database with the same login.
  var environment: [String: String] {
    var variables: [String: String] = [:]
    guard let parsed = PQconninfoParse(url, nil) else { return variables }
    defer { PQconninfoFree(parsed) }
    var option = parsed
    while option.pointee.keyword != nil {
      if let name = option.pointee.envvar, let value = option.pointee.val {
        variables[String(cString: name)] = String(cString: value)
      }
      option += 1
    }
    if let databaseName { variables["PGDATABASE"] = databaseName }
    return variables
  }
}
