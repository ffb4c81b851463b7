package import Foundation

/// The programs of an installed PostgreSQL server, 15 or newer.
package struct PostgresBinaries: Sendable {
  static let majorMin = 15

  package let folder: URL

  package var initdb: URL { folder.appending(path: "initdb") }
  package var postgres: URL { folder.appending(path: "postgres") }

  /// Searches the folders of Debian and Ubuntu and `PATH`. Returns the newest server, or the server
  /// of the wanted major version, because data can only be read by its own version.
  package static func find(
    major wanted: Int? = nil
  ) throws(EmbeddedPostgresError) -> PostgresBinaries {
    let found = candidates().compactMap { folder in
      majorVersion(of: folder.appending(path: "postgres")).map { (folder, $0) }
    }
    guard !found.isEmpty else { throw .notInstalled }
    let fitting = found.filter { wanted == nil || $0.1 == wanted }
    guard let (folder, major) = fitting.max(by: { $0.1 < $1.1 }) else {
      throw .otherVersion(major: wanted ?? majorMin)
    }
    guard major >= majorMin else { throw .tooOld(major: major) }
    return PostgresBinaries(folder: folder)
  }

  private static func candidates() -> [URL] {
    let debian = URL(filePath: "/usr/lib/postgresql")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian.path)) ?? []
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return versions.map { debian.appending(path: "\($0)/bin") }
      + path.split(separator: ":").map { URL(filePath: String($0)) }
  }

  /// Returns the major version from `postgres --version`, which prints `postgres (PostgreSQL) 15.18
  /// …`; nil if there is no such program.
  private static func majorVersion(of program: URL) -> Int? {
    guard FileManager.default.isExecutableFile(atPath: program.path),
      let output = try? ServerUser.current.run([program.path, "--version"])
    else { return nil }
    return output.split(separator: " ").compactMap { word in
      word.split(separator: ".").first.flatMap { Int($0) }
    }.first
  }
}

/// The reason for which the embedded server could not be started.
package enum EmbeddedPostgresError: Error, Sendable, Hashable, CustomStringConvertible {
  case notInstalled
  case tooOld(major: Int)
  /// The data was written by a version that is not installed.
  case otherVersion(major: Int)
  /// No cluster is in the home, and none was to be created.
  case noCluster(home: String)
  /// The home or its lock cannot be written.
  case unwritable(path: String)
  case commandFailed(program: String, log: String)
  case notReady(log: String)

  package var description: String {
    switch self {
    case .notInstalled:
      "no PostgreSQL server is installed: install PostgreSQL \(PostgresBinaries.majorMin) or newer (on Debian "
        + "`apt-get install postgresql`), or set DATABASE_URL"
    case .tooOld(let major):
      "PostgreSQL \(major) is too old: install \(PostgresBinaries.majorMin) or newer"
    case .otherVersion(let major):
      "the data was written by PostgreSQL \(major): install that version beside the newer one"
    case .noCluster(let home): "no database is in \(home): check DAICHO_HOME"
    case .unwritable(let path): "\(path) cannot be written: set DAICHO_HOME to a folder of yours"
    case .commandFailed(let program, let log): "\(program) failed: \(log)"
    case .notReady(let log): "the embedded PostgreSQL did not get ready: see \(log)"
    }
  }
}
