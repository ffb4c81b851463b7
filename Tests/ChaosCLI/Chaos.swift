import ArgumentParser
import Chaos
import Foundation

/// A line at once, whoever reads it.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Trials by violence, for as long as one likes.
@main
struct ChaosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos", abstract: "Put the ledger through what must never harm it.",
    subcommands: [Crash.self])
}

struct Crash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Kill a ledger at work again and again; all it answered for must be there once.")

  @Option(help: "How many times.")
  var times = 100
  @Option(help: "The seed of who is killed and when; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @Option(help: "The port the ledger listens on.")
  var port = 18_080
  @Option(help: "The daicho to be killed; by default the one beside this program.")
  var binary: String?

  func run() async throws {
    let own = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let home = FileManager.default.temporaryDirectory
      .appending(path: "daicho-chaos-\(ProcessInfo.processInfo.processIdentifier)")
    say("seed \(seed), home \(home.path)")
    let trial = CrashTrial(
      binary: binary.map { URL(filePath: $0) } ?? own.appending(path: "daicho"), home: home,
      port: port, times: times, seed: seed, tell: say)
    let report = try await trial.run()
    try FileManager.default.removeItem(at: home)
    say(
      "\(report.kills) kills, \(report.notifications) notifications, each recorded once; "
        + "\(report.repetitions) repetitions known; chains, evidence and projections verify.")
  }
}
