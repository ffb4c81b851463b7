import CLibPQ
import Foundation

/// What can be told of a server from outside.
enum Postmaster {
  /// Whether a server accepts connections on the layout's socket.
  static func answers(_ layout: ClusterLayout) -> Bool {
    PQping("host='\(layout.socket.path)' user=postgres dbname=postgres") == PQPING_OK
  }

  /// Whether a process of a server, one that starts or stops too, is at work in the data folder. The
  /// orphans of a killed server finish what they do; nobody may start another beside them.
  static func isOccupied(_ layout: ClusterLayout) -> Bool {
    let data = layout.data.resolvingSymlinksInPath().path
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { Int32($0) }.contains { pid in
      let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd")
      return folder == data && isPostgres(pid)
    }
  }

  /// Takes away the pid file of a server that was killed if its number is another's by now. To be
  /// called when the data folder is not occupied. A dead number PostgreSQL itself looks into.
  static func clearStalePID(_ layout: ClusterLayout) throws {
    guard let text = try? String(contentsOf: layout.pidFile, encoding: .utf8),
      let line = text.split(separator: "\n").first, let pid = Int32(line), kill(pid, 0) == 0
    else { return }
    try FileManager.default.removeItem(at: layout.pidFile)
  }

  private static func isPostgres(_ pid: Int32) -> Bool {
    let name = try? String(contentsOf: URL(filePath: "/proc/\(pid)/comm"), encoding: .utf8)
    return name?.hasPrefix("postgres") ?? false
  }
}

/// One starter at a time, over all processes.
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
