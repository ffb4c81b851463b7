import AppStoreSimulator
import EventStore
import Foundation

/// A running `daicho serve` over a cluster of the benchmark.
@MainActor
final class LedgerServer {
  private static let readyMax = 60.0

  let port: UInt16
  let process: Int32
  private let projects: Bool
  private let server: Process
  private let started: StartedProcess
  private let log: URL
  private let daicho: String
  let environment: [String: String]
  /// The authorization with which lags are read; without it a server tells only if it is ready.
  private var authorization: [String] = []

  /// Starts the server and returns once it is ready. The server ends with this process, however
  /// that ends.
  /// - Parameter older: the settings for Apple's older sources; nil for none.
  init(
    _ daicho: String, home: URL, root: URL, only parts: String? = nil,
    accepting older: OlderSources? = nil
  ) async throws {
    port = try Self.freePort()
    projects = parts == nil
    self.daicho = daicho
    log = home.appending(path: "serve.log")
    try Data().write(to: log)
    environment = try Self.environment(home: home, root: root, older, port: port)
    server = Process()
    server.executableURL = URL(filePath: "/usr/bin/setpriv")
    server.arguments =
      ["--pdeathsig", "KILL", daicho, "serve"] + (parts.map { ["--only", $0] } ?? [])
    server.environment = environment
    server.standardInput = FileHandle.nullDevice
    server.standardOutput = FileHandle.nullDevice
    server.standardError = try FileHandle(forWritingTo: log)
    started = try StartedProcess(server)
    process = server.processIdentifier
    try await waitUntilReady()
    let key = try run(["keys", "create", "--name", "watch", "--scopes", "read"])
    authorization = [
      "Authorization: Bearer \(key.trimmingCharacters(in: .whitespacesAndNewlines))"
    ]
  }

  /// Runs another command of the same executable beside the server, and returns its output.
  func run(_ arguments: [String]) throws -> String {
    try Command.run(daicho, arguments, environment: environment)
  }

  func stop() {
    server.terminate()
    started.wait()
  }

  /// Waits until every event is projected. Returns at once if the server does not project.
  func waitUntilCaughtUp() async throws {
    guard projects else { return }
    let end = now() + 600
    while let lag = try readiness()?.lag, lag > 0 {
      guard now() < end else {
        throw BenchmarkFailure("The projections stay \(lag) events behind.")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  var processorTime: Double { ProcessStatistics(process)?.processorTime ?? 0 }
  var memoryPeak: Double? { ProcessStatistics.memoryPeak(of: process) }

  private func waitUntilReady() async throws {
    let end = now() + Self.readyMax
    while (try? isReady()) != true {  // not listening yet
      guard server.isRunning, now() < end else {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        throw BenchmarkFailure("The server did not become ready: \(text.suffix(1_000))")
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func isReady() throws -> Bool {
    try Wire(port: port).ask(Request.get("/readyz")).status == 200
  }

  private func readiness() throws -> Readiness? {
    let answer = try Wire(port: port).ask(Request.get("/readyz", authorization))
    return try JSONDecoder().decode(Readiness.self, from: Data(answer.body))
  }

  private static func environment(
    home: URL, root: URL, _ older: OlderSources?, port: UInt16
  ) throws -> [String: String] {
    let apps = home.appending(path: "apps.json")
    try JSONEncoder().encode([App(sharedSecretFile: older?.secretFile.path)]).write(to: apps)
    // The cluster is older than its first server, so the keys are given and not created.
    let keys = home.appending(path: "master.keys")
    if !FileManager.default.fileExists(atPath: keys.path) {
      try Data(Keyring.generate().utf8).write(to: keys)
    }
    var environment = ProcessInfo.processInfo.environment
    environment["DATABASE_URL"] = nil
    environment["DAICHO_ENCRYPTION_KEY_FILE"] = keys.path
    environment["DAICHO_HOME"] = home.path
    environment["DAICHO_APPS"] = apps.path
    environment["DAICHO_TRUST_ROOTS"] = [root, older?.root].compactMap(\.self)
      .map { "Production=\($0.path)" }.joined(separator: ",")
    environment["DAICHO_HTTP_HOST"] = "127.0.0.1"
    environment["DAICHO_HTTP_PORT"] = String(port)
    return environment
  }

  /// Returns a port that was free a moment ago.
  private static func freePort() throws -> UInt16 {
    for port in UInt16(18_080)..<18_180 where (try? Wire(port: port)) == nil { return port }
    throw BenchmarkFailure("No port from 18080 to 18179 is free.")
  }
}

extension LedgerServer {
  /// The files with which a ledger accepts Apple's older sources.
  struct OlderSources {
    let secretFile: URL
    /// The root of app receipts, in PEM.
    let root: URL
  }

  private struct App: Encodable {
    let bundleId = NotificationPress.app.bundleID
    let appAppleId = NotificationPress.app.appAppleID
    let environments = ["Production"]
    let sharedSecretFile: String?
  }
}

private struct Readiness: Decodable {
  struct Finding: Decodable {
    let lagEvents: Int64?
  }

  /// Nil if the server could not look up the key in time.
  let checks: [String: Finding]?
  var lag: Int64? { checks?.values.compactMap(\.lagEvents).max() }
}
