import Foundation

/// Who runs the server: we ourselves, or as root somebody else, for PostgreSQL refuses root.
struct ServerUser: Sendable {
  private static let preferred = "postgres"
  private static let ours = "daicho"

  /// Nil where we run it ourselves.
  private let name: String?

  static let current = ServerUser()

  private init() {
    guard geteuid() == 0 else {
      name = nil
      return
    }
    name = getpwnam(Self.preferred) != nil ? Self.preferred : Self.ours
  }

  /// Creates the user if the system has none to run the server.
  func ensureExists() throws {
    guard let name, getpwnam(name) == nil else { return }
    _ = try Self.root.run([
      "/usr/sbin/useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name,
    ])
  }

  private static let root = ServerUser(name: nil)

  private init(name: String?) {
    self.name = name
  }

  var ids: (user: uid_t, group: gid_t)? {
    name.flatMap { getpwnam($0) }.map { ($0.pointee.pw_uid, $0.pointee.pw_gid) }
  }

  /// The command as this user runs it. `diesWithParent` asks for SIGINT when our thread ends.
  func command(_ words: [String], diesWithParent: Bool = false) -> [String] {
    var wrapper: [String] = []
    if let ids {
      wrapper += ["--reuid=\(ids.user)", "--regid=\(ids.group)", "--clear-groups"]
    }
    if diesWithParent { wrapper += ["--pdeathsig", "SIGINT"] }
    return wrapper.isEmpty ? words : ["/usr/bin/setpriv"] + wrapper + words
  }

  /// Runs a command to its end and returns what it printed.
  func run(_ words: [String]) throws -> String {
    let command = command(words)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw EmbeddedPostgresError.commandFailed(program: words[0], log: text)
    }
    return text
  }

  /// Makes a folder that only this user may enter. One that is there must be this user's already, and
  /// no link: in `/tmp` anybody may have put it.
  func makePrivateFolder(_ folder: URL) throws {
    let (path, parent) = (folder.path, folder.deletingLastPathComponent())
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      throw EmbeddedPostgresError.unwritable(path: parent.path)
    }
    if mkdir(path, 0o700) == 0, let ids, lchown(path, ids.user, ids.group) != 0 {
      throw EmbeddedPostgresError.unwritable(path: path)
    }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == ids?.user ?? geteuid(), chmod(path, 0o700) == 0
    else { throw EmbeddedPostgresError.unwritable(path: path) }
  }

  /// Whether this user can get as far as this folder.
  func canEnter(_ folder: URL) -> Bool {
    (try? run(["/usr/bin/test", "-x", folder.path])) != nil
  }
}
