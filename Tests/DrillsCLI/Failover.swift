import ArgumentParser
import Drills
import Foundation

struct Failover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Promote a standby that lacks the last commits, under load.",
    discussion: """
      Two ledgers work on a primary with a streaming standby. The standby is cut off, more is \
      acknowledged, the primary dies and the standby takes its place, while Apple tells and players \
      spend. The ledgers must pause, forget what was lost, and go on with the truth once they are \
      unpaused. Exit code 1 at the first broken promise.
      """)

  @Option(help: "How many failovers.")
  var rounds = 100
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds is at least 1.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--rounds \(rounds), home \(home.path)")
    let drill = FailoverDrill(
      binary: ledger.program, home: home, ports: [ledger.port, ledger.port + 1], rounds: rounds,
      tell: StandardOutput.tell)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await drill.run()
    StandardOutput.tell(
      """
      \(report.failovers) failovers in \((clock.now - start).components.seconds) s, \
      \(report.lostEvents) acknowledged events lost and told again; \(report.purchases) purchases, \
      each of its own product; \(report.spends) spends and \(report.rejectedSpends) rejected, no \
      wallet overdrawn. Chains, evidence, projections and wallets verify.
      """)
    try FileManager.default.removeItem(at: home)
  }
}
