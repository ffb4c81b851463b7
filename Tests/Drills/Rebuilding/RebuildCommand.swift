import Foundation
import Projections

/// A `daicho projections` command at work, whose lines of JSON tell its phase.
struct RebuildCommand: Sendable {
  struct Progress: Decodable, Sendable {
    let phase: String
    let done: Int64
    let total: Int64
    let attempts: Int
  }

  struct Outcome: Decodable, Sendable {
    struct Differences: Decodable, Sendable {
      struct Chain: Decodable, Sendable {
        let stream: String
        let tables: [String]
        let events: [String]
      }
      let equal: Bool
      let chains: [Chain]
    }
    let switched: Bool
    let differences: Differences?
  }

  private static let interval = Duration.milliseconds(2)
  private static let patience = Duration.seconds(600)

  private let words: [String]
  private let child: ChildProcess
  private let output: URL

  static func start(_ words: String..., of process: LedgerProcess) async throws -> RebuildCommand {
    try await start(words, of: process)
  }

  static func start(_ words: [String], of process: LedgerProcess) async throws -> RebuildCommand {
    let output = process.home.appending(path: "projections-\(UUID()).log")
    let child = try await process.run(["projections"] + words, log: output)
    return RebuildCommand(words: words, child: child, output: output)
  }

  /// Runs a command to its end. Returns it if it ends with a code, which breaks the drill otherwise.
  @discardableResult
  static func run(
    _ words: String..., of process: LedgerProcess, expecting code: Int32 = 0,
    saying part: String? = nil
  ) async throws -> RebuildCommand {
    let command = try await start(words, of: process)
    try await command.end(with: code, saying: part)
    return command
  }

  private init(words: [String], child: ChildProcess, output: URL) {
    (self.words, self.child, self.output) = (words, child, output)
  }

  /// Everything that the command has printed so far.
  var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }  // none yet
  var progress: [Progress] { lines(Progress.self) }
  /// The phase that was told last.
  var phase: RebuildPhase? { progress.last.flatMap { RebuildPhase(rawValue: $0.phase) } }
  var outcome: Outcome? { lines(Outcome.self).last }
  var isRunning: Bool { child.isRunning }

  /// Waits until the command is in a phase. Returns false if it has ended before.
  func reach(_ wanted: RebuildPhase) async throws -> Bool {
    let deadline = ContinuousClock.now + Self.patience
    while phase != wanted {
      guard child.isRunning else { return false }
      guard .now < deadline else { throw broken("was never \(wanted.rawValue)") }
      try await Task.sleep(for: Self.interval)
    }
    return true
  }

  /// Kills the command. Returns the phase in which it died, nil if it had ended by itself.
  func kill() async throws -> RebuildPhase? {
    _ = child.send(SIGKILL)
    _ = try await child.end(of: "a killed rebuild")
    return child.wasKilled ? phase : nil
  }

  /// Waits for the end, which has to be of a code, with a part of a sentence.
  func end(with code: Int32 = 0, saying part: String? = nil) async throws {
    let found = try await ending()
    guard found == code else { throw broken("ended with \(found)") }
    guard part.map(text.contains) ?? true else { throw broken("does not say `\(part ?? "")`") }
  }

  /// Waits for the end and returns the exit code.
  func ending() async throws -> Int32 {
    try await child.end(of: "daicho projections", atMost: Self.patience)
  }

  /// Throws unless the command has switched.
  func checkSwitched() throws {
    guard outcome?.switched == true else { throw broken("did not switch") }
  }

  private func broken(_ sentence: String) -> BrokenDrill {
    BrokenDrill("daicho projections \(words.joined(separator: " ")) \(sentence): \(text)")
  }

  private func lines<Line: Decodable>(_ type: Line.Type) -> [Line] {
    let decoder = JSONDecoder()
    return text.split(separator: "\n").compactMap {
      try? decoder.decode(type, from: Data($0.utf8))  // lines are of several kinds
    }
  }
}
