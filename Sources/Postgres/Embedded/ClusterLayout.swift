import Foundation

/// The paths of an embedded cluster. All lie below the home folder, except a socket whose path there
/// would be unfit for a socket address.
///
/// Earlier versions kept the data of some homes in another place. A cluster that is left there is
/// used where it lies.
struct ClusterLayout: Sendable {
  /// The folder in which earlier versions kept the data of homes that the server's user could not
  /// enter, as below `/root`.
  static let formerPlaces = URL(filePath: "/var/lib/daicho")
  /// The longest path of a socket folder: a socket address holds 107 bytes, less the length of the
  /// file name.
  private static let folderLengthMax = 107 - "/.s.PGSQL.5432.lock".utf8.count

  let home: URL
  let data: URL
  let socket: URL
  var log: URL { home.appending(path: "postgres.log") }
  var lock: URL { home.appending(path: "postgres.lock") }
  var pidFile: URL { data.appending(path: "postmaster.pid") }

  init(home: URL, formerPlaces: URL = formerPlaces) {
    self.home = home.standardizedFileURL
    let name = Self.name(of: self.home)
    let (own, former) = (
      self.home.appending(path: "postgres"), formerPlaces.appending(path: name)
    )
    let isFormer = Self.version(of: own) == nil && Self.version(of: former) != nil
    data = isFormer ? former : own
    let near = self.home.appending(path: "run")
    socket =
      !isFormer && Self.canHoldSocket(near.path)
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
  var dataVersion: Int? { Self.version(of: data) }

  private static func version(of data: URL) -> Int? {
    let file = data.appending(path: "PG_VERSION")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return Int(text.prefix { $0.isNumber })
  }

  var options: ConnectionOptions {
    ConnectionOptions(url: "host=\(socket.path) user=postgres dbname=postgres")
  }
}
