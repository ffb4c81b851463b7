import ArgumentParser
import Drills
import Foundation

struct Grants: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Grant, acknowledge and spend the same things at once over three ledgers, with kills.",
    discussion: """
      Three ledgers share one database; forty-eight clients report the same purchases, acknowledge \
      the same grants and spend from the same wallets, while ledgers and PostgreSQL are killed. In \
      the end every sum must be exact. Exit code 1 at the first broken promise.
      """)

  @Option(help: "How many attempts.")
  var attempts = 5_000
  @Option(help: "How many kills.")
  var kills = 12
  @Option(help: "The seed of what is tried and who is killed; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard attempts > 0, kills >= 0 else {
      throw ValidationError("--attempts is at least 1, --kills at least 0.")
    }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell(
      "--attempts \(attempts) --kills \(kills) --seed \(seed), home \(home.path)")
    let drill = GrantsDrill(
      binary: ledger.program, home: home,
      ports: (0..<GrantsDrill.ledgers).map { ledger.port + $0 }, attempts: attempts, kills: kills,
      seed: seed, tell: StandardOutput.tell)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await drill.run()
    StandardOutput.tell(figures(of: report, after: clock.now - start))
    guard report.kills == kills else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }

  private func figures(of report: GrantsDrill.Report, after time: Duration) -> String {
    let rejections = report.rejections.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return """
      \(report.attempts) attempts in \(time.components.seconds) s, \(report.questions) requests, \
      \(report.unanswered) of them sent again, \(report.kills) kills; \
      \(report.purchases) purchases, \(report.grants) grants, each made once, \(report.kept) booked once by the game; \
      \(report.takenBack) taken back; \(report.booked) bookings, rejected: \
      \(rejections.joined(separator: ", ")); \(report.debts) debts made. Sums are exact; \
      chains, evidence and projections verify.
      """
  }
}
