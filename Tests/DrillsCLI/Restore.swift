import ArgumentParser
import Drills
import Foundation

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lose the database, restore a backup, recover; nothing may be missing or granted twice.",
    discussion: """
      Players buy, and the database is backed up. They go on buying, are renewed and refunded, and \
      some of it stays half done. Then only the backup is left. It is recovered from a simulated \
      App Store, the players come back, and the ledger, the game's book and the store are compared \
      with what was truly bought. Exit code 1 at the first broken promise.
      """)

  @Option(help: "How many purchases before the backup; as many come after it.")
  var purchases = 500
  @Option(help: "The seed of who buys what; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard purchases > 1 else { throw ValidationError("--purchases is at least 2.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--purchases \(purchases) --seed \(seed), home \(home.path)")
    let drill = try RestoreDrill(
      binary: ledger.program, home: home, port: ledger.port, purchases: purchases, seed: seed,
      tell: StandardOutput.tell)
    let start = ContinuousClock.now
    let report = try await drill.run()
    StandardOutput.tell(text(report, in: ContinuousClock.now - start))
    try FileManager.default.removeItem(at: home)
  }

  private func text(_ report: RestoreDrill.Report, in time: Duration) -> String {
    """
    \(report.purchases) purchases of \(report.players) players and \(report.renewals) renewals in \
    \(time.components.seconds) s, \(report.refunded) of them refunded in the end.
    The backup lacked \(report.lostGrants) of \(report.grants) grants, and held \
    \(report.keptNotifications) of \(report.notifications) notifications; \
    \(report.repairedNotifications) came back, and \
    \(report.repairedByHistory) transactions more by histories.
    Pending again though booked: \(report.acknowledgedAgain); newly booked: \(report.bookedNew). \
    In the game's book in the end: \(report.coins) coins.
    Granted twice: 0; missing: 0; pending: 0. Chains, evidence, projections and wallets verify.
    """
  }
}
