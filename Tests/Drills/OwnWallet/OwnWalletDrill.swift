package import Foundation

/// A drill of a game that keeps coins in its own wallet, as the page for game servers says: the samples of that page
/// follow a running ledger through a proxy that breaks answers, and are killed. Purchases, refunds at every step,
/// merges and a restore from backup come between. In the end nothing may be lost, doubled or kept.
package struct OwnWalletDrill: Sendable {
  package struct Report: Sendable {
    package internal(set) var schedules = 0
    package internal(set) var grants = 0
    package internal(set) var kills = 0
    /// True if the sample in TypeScript ran beside the one in Python.
    package internal(set) var hasTypeScript = false
  }

  private struct Figures: Decodable {
    let grants: Int
    let kills: Int
  }

  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let patience = Duration.seconds(7_200)

  private let binary: URL
  private let home: URL
  private let port: Int
  private let plan: OwnWalletPlan
  private let seed: UInt64
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  package init(
    binary: URL, home: URL, port: Int, schedules: Int, seed: UInt64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.binary = binary
    self.home = home
    self.port = port
    self.seed = seed
    self.tell = tell
    plan = OwnWalletPlan(schedules: schedules, seed: seed)
  }

  package func run() async throws -> Report {
    let store = try OwnWalletStore(until: Date())
    return try await SharedPostgres.whileTended(home: home.appending(path: "database")) {
      postgres in
      try await run(store, postgres)
    }
  }

  private func run(
    _ store: OwnWalletStore, _ postgres: SharedPostgres
  ) async throws -> Report {
    var process = LedgerProcess(
      binary: binary, home: home.appending(path: "serve"), port: port, shared: postgres)
    try process.prepare(
      bundleID: OwnWalletStore.bundleID, appAppleID: OwnWalletStore.appAppleID,
      rootCertificatePEM: try store.rootCertificatePEM)
    try await process.command("migrate")
    try await CatalogShelf(process: process, from: store.opened).publish([OwnWalletStore.product])
    let key = try await process.makeKey(scopes: "admin")
    let (early, late) = (
      try plan.part(isLate: false, at: store), try plan.part(isLate: true, at: store)
    )
    var report = Report()
    report.schedules = plan.schedules.count
    report.hasTypeScript = try await succeeds("node", "--version")
    try await live(early, key, process, "first", &report)
    let backup = try await postgres.copy(named: "restored")
    try await live(late, key, process, "second", &report)
    process.shared = backup
    // Apple cannot be asked here: what it would tell again comes with the second part.
    _ = try await process.code(of: ["recover", "--restored"])
    try await process.command("recover", "--release")
    try await live(late, key, process, "again", &report)
    return report
  }

  /// Lives through the schedules of a part, and compares the game with the ledger.
  private func live(
    _ part: (schedules: [OwnWalletOrder.Schedule], expected: [String: OwnWalletOrder.Expected]),
    _ key: String, _ process: LedgerProcess, _ name: String, _ report: inout Report
  ) async throws {
    let order = OwnWalletOrder(
      url: process.url, key: key, folder: home.path,
      samples: Self.repository.appending(path: "Sources/Daicho.docc/Samples").path,
      seed: UInt32(truncatingIfNeeded: seed &+ UInt64(name.count)), node: report.hasTypeScript,
      schedules: part.schedules, expected: part.expected)
    let file = home.appending(path: "\(name).json")
    try JSONEncoder().encode(order).write(to: file)
    let output = home.appending(path: "\(name).log")
    let start = ContinuousClock.now
    let code = try await process.whileServing {
      try await run(
        "PYTHONDONTWRITEBYTECODE=1", "python3",
        Self.repository.appending(path: "Tests/OwnWallet/drill.py").path, file.path,
        output: output)
    }
    let text = try String(contentsOf: output, encoding: .utf8)
    guard code == 0, let line = text.split(separator: "\n").last else {
      throw BrokenDrill("the \(name) part ended with \(code):\n\(text.suffix(4_000))")
    }
    let figures = try JSONDecoder().decode(Figures.self, from: Data(line.utf8))
    report.grants = figures.grants
    report.kills += figures.kills
    let seconds = (ContinuousClock.now - start).components.seconds
    tell("\(name): \(part.schedules.count) schedules in \(seconds) s, \(figures.kills) kills")
  }

  private func succeeds(_ words: String...) async throws -> Bool {
    try await run(words, output: home.appending(path: "node.log")) == 0
  }

  private func run(_ words: String..., output: URL) async throws -> Int32 {
    try await run(words, output: output)
  }

  private func run(_ words: [String], output: URL) async throws -> Int32 {
    try Data().write(to: output)
    let child = try await ChildProcess.start(
      ["/usr/bin/env"] + words, environment: ProcessInfo.processInfo.environment,
      output: try FileHandle(forWritingTo: output))
    return try await child.end(of: words.joined(separator: " "), atMost: Self.patience)
  }
}
