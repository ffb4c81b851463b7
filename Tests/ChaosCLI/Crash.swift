import ArgumentParser
import Chaos
import Foundation

struct Crash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Kill a ledger at work again and again; all it answered for must be there once.")

  @Option(help: "How many times.")
  var times = 100
  @Option(help: "The seed of who is killed and when; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @OptionGroup var ledger: LedgerOptions

  func run() async throws {
    let home = ledger.home
    say("seed \(seed), home \(home.path)")
    let trial = CrashTrial(
      binary: ledger.program, home: home, port: ledger.port, times: times, seed: seed, tell: say)
    let report = try await trial.run()
    try FileManager.default.removeItem(at: home)
    say(
      "\(report.kills) kills, \(report.notifications) notifications, each recorded once; "
        + "\(report.repetitions) repetitions known; chains, evidence and projections verify.")
  }
}
