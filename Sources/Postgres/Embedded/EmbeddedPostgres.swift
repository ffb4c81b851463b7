package import Foundation

/// A private PostgreSQL below a home folder, reached by a unix socket only.
///
/// It is made on first use, reused where it runs already, and stopped by whoever started it. It ends
/// with the process that started it, however that ends.
package actor EmbeddedPostgres {
  private static let readyMax: Duration = .seconds(60)
  private static let tendInterval: Duration = .milliseconds(500)

  private let executor = ThreadExecutor(name: "embedded-postgres")
  private let home: URL
  private let isDurable: Bool
  /// For three servers, and commands beside them.
  private static let connectionsMax = 200
  private let user = ServerUser.current
  private var server: Process?
  private var layout: ClusterLayout?

  /// The thread that starts the server must live as long as it: the server follows its end.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// `durable: false` trades safety for speed, for tests.
  package init(home: URL, durable: Bool = true) {
    self.home = home
    isDurable = durable
  }

  /// Returns once connections are accepted.
  package func start() async throws -> ConnectionOptions {
    try user.ensureExists()
    let layout = try ClusterLayout(home: home, user: user)
    self.layout = layout
    let lock = try FileLock(layout.lock)
    defer { lock.release() }
    if try await isShared(layout) { return layout.options }
    try Postmaster.clearStalePID(layout)
    let binaries = try PostgresBinaries.find(major: layout.dataVersion)
    try prepare(layout, binaries)
    server = try launch(layout, binaries)
    try await waitUntilReady(layout)
    return layout.options
  }

  /// Starts the server again whenever it is gone, until the task is cancelled.
  ///
  /// It may have been killed, or have belonged to a process that has ended. A cluster whose data are
  /// gone is not made anew.
  package func tend(onTrouble: @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: Self.tendInterval)
        if let layout, layout.dataVersion != nil, !Postmaster.answers(layout) {
          _ = try await start()
        }
      } catch  where Task.isCancelled {
        return
      } catch {
        onTrouble(error)
      }
    }
  }

  /// Stops the server if it was started here, letting its sessions go at once.
  package func stop() {
    guard let server else { return }
    if server.isRunning { kill(server.processIdentifier, SIGINT) }
    server.waitUntilExit()
    self.server = nil
  }

  /// True once a server that is there answers; false once none is there.
  private func isShared(_ layout: ClusterLayout) async throws -> Bool {
    let deadline = ContinuousClock.now + Self.readyMax
    while !Postmaster.answers(layout) {
      guard Postmaster.isOccupied(layout) else { return false }
      guard ContinuousClock.now < deadline else {
        throw EmbeddedPostgresError.notReady(log: layout.log.path)
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    return true
  }

  /// A new cluster is made aside and moved into place whole.
  private func prepare(_ layout: ClusterLayout, _ binaries: PostgresBinaries) throws {
    try user.makePrivateFolder(layout.socket)
    guard layout.dataVersion == nil else { return }
    let new = layout.data.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)  // what a broken initdb left, if anything
    try user.makePrivateFolder(new)
    _ = try user.run([
      binaries.initdb.path, "--pgdata", new.path, "--username", "postgres",
      "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--data-checksums",
    ])
    try FileManager.default.moveItem(at: new, to: layout.data)
  }

  private func launch(_ layout: ClusterLayout, _ binaries: PostgresBinaries) throws -> Process {
    var words = [binaries.postgres.path, "-D", layout.data.path]
    var settings = [
      "listen_addresses=", "unix_socket_directories=\(layout.socket.path)",
      "max_connections=\(Self.connectionsMax)", "shared_buffers=256MB", "max_wal_size=2GB",
      "log_error_verbosity=terse",
    ]
    if !isDurable { settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] }
    words += settings.flatMap { ["-c", $0] }
    let command = user.command(words, diesWithParent: true)
    let isNew = FileManager.default.createFile(atPath: layout.log.path, contents: nil)
    guard isNew, let log = FileHandle(forWritingAtPath: layout.log.path) else {
      throw EmbeddedPostgresError.unwritable(path: layout.log.path)
    }
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = layout.data
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = log
    process.standardError = log
    try process.run()
    return process
  }

  private func waitUntilReady(_ layout: ClusterLayout) async throws {
    let deadline = ContinuousClock.now + Self.readyMax
    while !Postmaster.answers(layout) {
      guard ContinuousClock.now < deadline, server?.isRunning == true else {
        throw EmbeddedPostgresError.notReady(log: layout.log.path)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
