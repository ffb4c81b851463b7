import Foundation

/// Where a cluster lies. A home that the server's user cannot enter, as below `/root`, or whose path
/// does not make a socket's address, has its parts elsewhere, under a name made from the home's own.
struct ClusterLayout: Sendable {
  /// A socket's address holds 107 bytes; this is what the file's own name takes.
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

  /// A path that needs no quoting in a connection string or a list of folders, and is short enough.
  private static func canHoldSocket(_ path: String) -> Bool {
    path.utf8.count <= folderLengthMax
      && path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
  }

  /// FNV-1a of the path: short, and the same for the same home.
  private static func name(of home: URL) -> String {
    let hash = home.path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }

  /// The major version whose data lies here; nil before there is any.
  var dataVersion: Int? {
    let file = data.appending(path: "PG_VERSION")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return Int(text.prefix { $0.isNumber })
  }

  var options: ConnectionOptions {
    ConnectionOptions(url: "host=\(socket.path) user=postgres dbname=postgres")
  }
}
