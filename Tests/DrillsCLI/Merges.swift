import ArgumentParser
import Drills
import Foundation

struct Merges: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Merge guests into users, undo it, and spend, over three ledgers, with kills.",
    discussion: """
      Three ledgers share one database. Each guest is merged into a user and separated again while \
      both spend and Apple refunds; every request is sent twice, while ledgers and PostgreSQL are \
      killed. In the end the coins of each pair must be exact. Exit code 1 at the first broken \
      promise.
      """)

  @Option(help: "How many guests, each with a user.")
  var pairs = 24
  @Option(help: "How many spends each pair makes.")
  var spends = 60
  @Option(help: "How often each guest is merged.")
  var merges = 20
  @Option(help: "How many kills.")
  var kills = 20
  @Option(help: "The seed of what is tried and who is killed; by default another each time.")
  var seed = UInt64.random(in: 0...UInt64.max)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard pairs > 0, spends > 0, merges > 0, kills >= 0 else {
      throw ValidationError("--pairs, --spends and --merges are at least 1, --kills at least 0.")
    }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell(
      "--pairs \(pairs) --spends \(spends) --merges \(merges) --kills \(kills) --seed \(seed), "
        + "home \(home.path)")
    let drill = MergeDrill(
      binary: ledger.program, home: home,
      ports: (0..<MergeDrill.ledgers).map { ledger.port + $0 }, pairs: pairs, spends: spends,
      merges: merges, kills: kills, seed: seed)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await drill.run()
    StandardOutput.tell(figures(of: report, after: clock.now - start))
    guard report.kills == kills else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }

  private func figures(of report: MergeDrill.Report, after time: Duration) -> String {
    let rejections = report.rejections.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return """
      \(report.merges) merges, \(report.undos) undos and \(report.booked) spends in \
      \(time.components.seconds) s, rejected: \(rejections.joined(separator: ", ")); \
      \(report.requests) requests, \(report.unanswered) of them sent again; \(report.kills) kills. \
      The coins of every pair are exact; chains, evidence, projections and wallets verify.
      """
  }
}
