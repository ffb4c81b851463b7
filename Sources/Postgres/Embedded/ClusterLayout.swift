import Foundation

/// The paths of an embedded cluster. Data and socket lie below the home folder. If the server's
/// user cannot enter the home, as below `/root`, or the path is unfit for a socket address, they
/// lie elsewhere under a name derived from the home.
struct ClusterLayout: Sendable {
  /// The longest path of a socket folder: a socket address holds 107 bytes, less the length of the
  /// file name.
  private static let folderLengthMax = 107 - "/.s.PGSQL.5432.lock".utf8.count

  let home: URL
  let data: URL
  let socket: URL
  var log: URL { home.appending(path: "postgres.log") }
  var lock: URL { home.appending(path: "postgres.lock") }
  var pidFile: URL { data.appending(path: "postmaster.pid") }

  init(home: URL, user: ServerUser) throws {
    self.home = home.standardizedFileURL
    do {
      try FileManager.default.createDirectory(at: self.home, withIntermediateDirectories: true)
    } catch {
      throw EmbeddedPostgresError.unwritable(path: home.path)
    }
    let name = Self.name(of: self.home)
    let isOpen = user.canEnter(self.home)
    data =
      isOpen
      ? self.home.appending(path: "postgres")
      : URL(filePath: "/var/lib/daicho").appending(path: name)
    let near = self.home.appending(path: "run")
    socket =
      isOpen && Self.canHoldSocket(near.path)
      ? near : URL(filePath: "/tmp").appending(path: "daicho-\(name)")
  }

  /// Returns true if a path is short enough and needs no quoting in a connection string or a list
  /// of folders.
  private static func canHoldSocket(_ path: String) -> Bool {
    path.utf8.count <= folderLengthMax
      && path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
  }

  /// Returns the FNV-1a hash of the path, which is short, and equal for equal homes.
  private static func name(of home: URL) -> String {
    let hash = home.path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }

  /// The major PostgreSQL version of the data; nil before there is any data.
  var dataVersion: Int? {
    let file = data.appending(path: "PG_VERSION")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return Int(text.prefix { $0.isNumber })
  }

  var options: ConnectionOptions {
    ConnectionOptions(url: "host=\(socket.path) user=postgres dbname=postgres")
  }
}
