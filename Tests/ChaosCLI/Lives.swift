import AppStoreSimulator
import ArgumentParser
import Chaos
import Foundation

struct Lives: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let customers live for years in every way there is; the ledger must tell the truth.",
    discussion: """
      The customers come in crowds of 250, each with a store of its own that misbehaves, and all tell \
      one ledger. It is asked about everybody while they live, and again after its projections were \
      made anew. Exit code 1 if one answer is not the truth.
      """)

  /// As many as fit into memory with all that was ever said of them.
  private static let crowd = 250

  @Option(help: "How many customers; their families come on top.")
  var customers = 10_000
  @Option(help: "How many years they live.")
  var years: Int64 = 5
  @Option(help: "The seed of their lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @Option(
    help: "When the lives end, days since 1970: with it and the seed they can be lived again.")
  var ending = LivesTrial.yesterdaysEnd / 86_400_000
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0, (1...10).contains(years) else {
      throw ValidationError("--customers is at least 1, --years 1 to 10.")
    }
  }

  func run() async throws {
    let home = ledger.home
    say("seed \(seed), ending \(ending), home \(home.path)")
    let trial = try LivesTrial(
      binary: ledger.program, home: home, port: ledger.port, misbehaviour: .trying,
      ending: ending * 86_400_000, tell: say)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await trial.run(crowds)
    for difference in report.differences.prefix(50) { say(difference) }
    say(figures(of: report, after: clock.now - start))
    if !report.differences.isEmpty { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }

  private var crowds: [LivesTrial.Crowd] {
    stride(from: 0, to: customers, by: Self.crowd).enumerated().map { number, first in
      LivesTrial.Crowd(
        customers: min(Self.crowd, customers - first), years: years, ways: WayOfLife.allCases,
        seed: seed + UInt64(number))
    }
  }

  private func figures(of report: LivesTrial.Report, after time: Duration) -> String {
    let rate = Int(Double(report.days) / (time / .seconds(1)))
    return """
      \(report.customers) customers lived \(report.days) days in \(Int(time / .seconds(1))) s: \
      \(rate) customers × days a second, with the ledger and all questions. \
      \(report.notifications) notifications, \(report.carried) of them carried over from Apple's \
      history; \(report.posts) posts; \(report.questions) questions, \
      \(report.differences.count) answers not true. Chains, evidence and projections verify.
      """
  }
}
