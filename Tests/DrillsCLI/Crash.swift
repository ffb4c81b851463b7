import ArgumentParser
import Drills
import Foundation

struct Crash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Kill a ledger at work again and again; all it answered for must be there once.")

  @Option(help: "How many times.")
  var times = 100
  @Option(help: "The seed of who is killed and when; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard times > 0 else { throw ValidationError("--times is at least 1.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--times \(times) --seed \(seed), home \(home.path)")
    let drill = CrashDrill(
      binary: ledger.program, home: home, port: ledger.port, times: times, seed: seed,
      tell: StandardOutput.tell)
    let report = try await drill.run()
    StandardOutput.tell(
      "\(report.kills) kills, \(report.recoveries) recoveries, \(report.notifications) "
        + "notifications, each recorded once; \(report.repetitions) repetitions known; chains, "
        + "evidence and projections verify.")
    guard report.kills == times else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }
}
