import CLibPQ
import Foundation

/// The checks of a server from outside its process.
enum Postmaster {
  /// Returns true if a server accepts connections on the layout's socket. Blocks, at most for two
  /// seconds.
  static func answers(_ layout: ClusterLayout) -> Bool {
    // libpq takes at least two seconds.
    PQping(
      "host='\(layout.socket.path)' user=postgres dbname=postgres connect_timeout=2") == PQPING_OK
  }

  /// Returns true if a server process works in the data folder, even one that is starting or
  /// stopping. The orphans of a killed server finish their work; another server must not start
  /// beside them.
  static func isOccupied(_ layout: ClusterLayout) -> Bool {
    let data = layout.data.resolvingSymlinksInPath().path
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { Int32($0) }.contains { pid in
      let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd")
      return folder == data && isPostgres(pid)
    }
  }

  /// Removes the pid file of a killed server if another process has its number by now. Call only
  /// when the data folder is not occupied. PostgreSQL itself handles the number of a dead process.
  static func clearStalePID(_ layout: ClusterLayout) throws {
    guard let text = try? String(contentsOf: layout.pidFile, encoding: .utf8),
      let line = text.split(separator: "\n").first, let pid = Int32(line), kill(pid, 0) == 0
    else { return }
    try FileManager.default.removeItem(at: layout.pidFile)
  }

  /// Returns true if the process is suspended by a signal.
  static func isFrozen(_ pid: Int32) -> Bool {
    let stat = try? String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8)
    // The state follows the name, which is in parentheses and may hold anything.
    return stat?.split(separator: ")").last?.split(separator: " ").first == "T"
  }

  private static func isPostgres(_ pid: Int32) -> Bool {
    let name = try? String(contentsOf: URL(filePath: "/proc/\(pid)/comm"), encoding: .utf8)
    return name?.hasPrefix("postgres") ?? false
  }
}

/// A lock that lets one process at a time start the server.
struct FileLock {
  private let descriptor: Int32

  init(_ file: URL) throws(EmbeddedPostgresError) {
    descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw .unwritable(path: file.path)
    }
  }

  func release() {
    close(descriptor)
  }
}
