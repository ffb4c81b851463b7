import EventProcessing
import Ledger
import Postgres
import Release

/// The doctor's examination of the processes that serve the ledger: all are of one version.
struct ServerExamination {
  static let title = "servers"

  private let version: String
  private let rules: Int32

  /// - Parameters:
  ///   - version: the version of the program that examines.
  ///   - rules: the number of its rules.
  init(version: String = ProgramVersion.line, rules: Int32 = Int32(RulesChanged.present)) {
    self.version = version
    self.rules = rules
  }

  func finding(in pool: Pool) async -> Finding {
    await Finding.check(Self.title) { finding(try await RunningServers(pool).all()) }
  }

  func finding(_ servers: [RunningServer]) -> Finding {
    let running = servers.filter(\.isAlive).map(\.sheet)
    let others = running.filter { $0.line != version || $0.rules != rules }
    guard !others.isEmpty else {
      return .ok(
        Self.title, running.isEmpty ? "none runs" : "\(running.count) of this version and its rules"
      )
    }
    let names = others.map {
      "\($0.host) (process \($0.process)) runs \($0.line) with rules \($0.rules)"
    }
    return .warn(
      Self.title,
      "this is \(version) with rules \(rules), and " + names.joined(separator: "; "),
      remedy:
        "install one version everywhere, and start these servers again: `daicho servers` lists all")
  }
}

extension ServerSheet {
  fileprivate var line: String { "\(version) (\(commit))" }
}
