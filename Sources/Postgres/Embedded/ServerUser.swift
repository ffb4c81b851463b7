import Dispatch
package import Foundation

/// The system user that runs the server: the current user, or a dedicated user when the current one
/// is root, because PostgreSQL does not run as root.
package struct ServerUser: Sendable {
  private static let preferred = "postgres"
  private static let ours = "daicho"

  /// The name of the dedicated user; nil for the current user.
  private let name: String?

  package static let current = ServerUser()

  private init() {
    guard geteuid() == 0 else {
      name = nil
      return
    }
    name = getpwnam(Self.preferred) != nil ? Self.preferred : Self.ours
  }

  /// Creates the dedicated user if it does not exist.
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

  /// Returns the command wrapped so that this user runs it. `diesWithParent` requests SIGINT when
  /// the starting thread ends.
  package func command(_ words: [String], diesWithParent: Bool = false) -> [String] {
    var wrapper: [String] = []
    if let ids {
      wrapper += ["--reuid=\(ids.user)", "--regid=\(ids.group)", "--clear-groups"]
    }
    if diesWithParent { wrapper += ["--pdeathsig", "SIGINT"] }
    return wrapper.isEmpty ? words : ["/usr/bin/setpriv"] + wrapper + words
  }

  /// Runs a command to its end and returns its output.
  package func run(_ words: [String]) throws -> String {
    try finish(command(words), named: words[0])
  }

  /// Runs a command that reaches these folders to its end, and returns its output.
  func run(_ words: [String], in folders: OpenFolders) throws -> String {
    try finish(folders.opened(for: command(words)), named: words[0])
  }

  private func finish(_ command: [String], named program: String) throws -> String {
    let process = Process()
    let output = CommandOutput()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardOutput = output.pipe
    process.standardError = output.pipe
    process.standardInput = FileHandle.nullDevice
    // Foundation's own wait may wake a run loop that is gone.
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    let text = try output.text()
    end.wait()
    guard process.terminationStatus == 0 else {
      throw EmbeddedPostgresError.commandFailed(program: program, log: text)
    }
    return text
  }

  /// Creates a folder that only this user may enter. An existing folder must belong to this user
  /// and not be a link, because any user can create one in `/tmp`.
  package func makePrivateFolder(_ folder: URL) throws {
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
}
