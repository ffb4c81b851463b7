package import Foundation

/// A private PostgreSQL below a home folder, reached by a unix socket only.
///
/// A server that runs already is reused. A server is stopped by the process that started it, and
/// ends with that process however the process ends.
package actor EmbeddedPostgres {
  /// The time in which a server answers, also after it was killed with 8 GB of log to read again.
  private static let readyMax: Duration = .seconds(600)
  /// The time that a server has for its last checkpoint.
  private static let stopMax: Duration = .seconds(20)
  private static let tendInterval: Duration = .milliseconds(500)

  private let executor = ThreadExecutor(name: "embedded-postgres")
  private let home: URL
  private let purpose: ServerPurpose
  private let user = ServerUser.current
  private var server: Process?
  private var layout: ClusterLayout?

  /// The executor on the thread that starts the server. The thread must live as long as the server,
  /// which ends when the thread does.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  package init(home: URL, for purpose: ServerPurpose = .ledger) {
    self.home = home
    self.purpose = purpose
  }

  /// Returns the data folder of a home's cluster; nil if the home has no cluster.
  package static func data(of home: URL) -> URL? {
    let layout = ClusterLayout(home: home)
    return layout.dataVersion == nil ? nil : layout.data
  }

  /// The folder of the server's socket.
  package nonisolated var socket: URL { ClusterLayout(home: home).socket }

  /// Starts or joins the server, and returns once it accepts connections.
  ///
  /// - Parameter creating: true to create a cluster where there is none. If false, `start` throws
  ///   `.noCluster` instead and leaves nothing on disk.
  package func start(creating: Bool = true) async throws -> ConnectionOptions {
    let layout = ClusterLayout(home: home)
    guard creating || layout.dataVersion != nil else {
      throw EmbeddedPostgresError.noCluster(home: layout.home.path)
    }
    try user.ensureExists()
    try makeHome(layout)
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

  /// Restarts the server whenever it is gone, until the task is canceled.
  ///
  /// The server may have been killed, or have belonged to a process that has ended. A cluster whose
  /// data are gone is not created again.
  package func tend(onFailure: @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: Self.tendInterval)
        if let layout, layout.dataVersion != nil, !Postmaster.answers(layout) {
          _ = try await start(creating: false)
        }
      } catch  where Task.isCancelled {
        return
      } catch {
        onFailure(error)
      }
    }
  }

  /// Stops the server if this process started it, and closes its sessions at once. A server that is
  /// frozen or does not end in time is killed: its next start recovers what was committed.
  package func stop() async {
    guard let server else { return }
    let deadline = ContinuousClock.now + Self.stopMax
    if server.isRunning { kill(server.processIdentifier, SIGINT) }
    while server.isRunning {
      let isFrozen = Postmaster.isFrozen(server.processIdentifier)
      if isFrozen || ContinuousClock.now > deadline {
        // Its frozen sessions end when they wake up, and only then it counts as ended.
        kill(server.processIdentifier, SIGKILL)
        break
      }
      try? await Task.sleep(for: .milliseconds(20))  // without a pause it only asks more often
    }
    self.server = nil
  }

  /// Returns true once a running server accepts connections, and false if no server runs in the
  /// data folder.
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

  private func makeHome(_ layout: ClusterLayout) throws {
    do {
      try FileManager.default.createDirectory(at: layout.home, withIntermediateDirectories: true)
    } catch {
      throw EmbeddedPostgresError.unwritable(path: layout.home.path)
    }
  }

  /// Creates a missing cluster in a temporary folder and moves it into place as a whole.
  private func prepare(_ layout: ClusterLayout, _ binaries: PostgresBinaries) throws {
    try user.makePrivateFolder(layout.socket)
    guard layout.dataVersion == nil else { return }
    let new = layout.data.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)  // the remains of an interrupted initdb, if any
    try user.makePrivateFolder(new)
    _ = try user.run(
      [
        binaries.initdb.path, "--pgdata", OpenFolders.dataPath, "--username", "postgres",
        "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--data-checksums",
      ], in: OpenFolders(data: new, socket: layout.socket))
    try FileManager.default.moveItem(at: new, to: layout.data)
  }

  private func launch(_ layout: ClusterLayout, _ binaries: PostgresBinaries) throws -> Process {
    let folders = OpenFolders(data: layout.data, socket: layout.socket)
    let settings = ServerSettings(
      for: purpose, memory: ServerSettings.memory,
      hasLZ4: purpose == .ledger && hasLZ4(folders, binaries))
    let words =
      [binaries.postgres.path, "-D", OpenFolders.dataPath] + settings.words.flatMap { ["-c", $0] }
    let command = folders.opened(for: user.command(words, diesWithParent: true))
    let log = try ServerLog(file: layout.log).open()
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = log
    process.standardError = log
    try process.run()
    return process
  }

  /// Returns true if the server takes `lz4` for the compression of its log.
  private func hasLZ4(_ folders: OpenFolders, _ binaries: PostgresBinaries) -> Bool {
    let question = [
      binaries.postgres.path, "-D", OpenFolders.dataPath, "-c", "wal_compression=lz4", "-C",
      "wal_compression",
    ]
    return (try? user.run(question, in: folders)) != nil
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
