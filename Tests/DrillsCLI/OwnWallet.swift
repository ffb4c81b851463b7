import ArgumentParser
import Drills
import Foundation

struct OwnWallet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "own-wallet",
    abstract: "Follow grants into a game's own wallet through a proxy that breaks answers.",
    discussion: """
      The samples of the page for game servers keep a game's tickets, in Python and, where node is \
      installed, in TypeScript. Each schedule has a guest and an account with purchases, refunds \
      at every step, a merge and its undo at random moments; the workers are killed meanwhile, and \
      the ledger is restored from a backup. Exit code 1 unless each purse has what is left of its \
      grants.
      """)

  @Option(help: "How many schedules.")
  var schedules = 10_000
  @Option(help: "The seed of what happens; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard schedules > 1 else { throw ValidationError("--schedules is at least 2.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--schedules \(schedules) --seed \(seed), home \(home.path)")
    let drill = OwnWalletDrill(
      binary: ledger.program, home: home, port: ledger.port, schedules: schedules, seed: seed,
      tell: StandardOutput.tell)
    let start = ContinuousClock.now
    let report = try await drill.run()
    let seconds = (ContinuousClock.now - start).components.seconds
    StandardOutput.tell(
      "\(report.schedules) schedules and a restore in \(seconds) s, \(report.kills) workers killed, "
        + "\(report.grants) grants kept\(report.hasTypeScript ? "" : "; node is missing, so Python alone"). "
        + "Lost: 0; doubled: 0; kept after a refund: 0.")
    try FileManager.default.removeItem(at: home)
  }
}
