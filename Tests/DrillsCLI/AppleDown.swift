import ArgumentParser
import Drills
import Foundation

struct AppleDown: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let Apple fail, throttle, be silent and hang up while players buy.",
    discussion: """
      Two ledgers share one database, and finish at Apple what games acknowledge. Each failure \
      lasts as long as the others. No purchase may be rejected meanwhile, Apple may see no more \
      requests than the pauses between them allow, and afterwards every pending job must be done. \
      Exit code 1 at the first broken promise.
      """)

  @Option(help: "How many seconds each of the four failures lasts.")
  var seconds = 25
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard (1...900).contains(seconds) else { throw ValidationError("--seconds is 1 to 900.") }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell("--seconds \(seconds), home \(home.path)")
    let drill = AppleDownDrill(
      binary: ledger.program, home: home,
      ports: (0..<AppleDownDrill.ledgers).map { ledger.port + $0 }, length: .seconds(seconds),
      tell: StandardOutput.tell)
    let report = try await drill.run()
    StandardOutput.tell(figures(of: report))
    guard report.isKept else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }

  private func figures(of report: AppleDownDrill.Report) -> String {
    let failures = AppleFailure.allCases.map { failure in
      """
      \(failure.rawValue): \(report.requests[failure, default: 0]) requests of at most \
      \(report.bounds[failure, default: 0]); \(report.pending[failure, default: 0]) jobs pending, \
      none \(report.drained[failure, default: .zero].components.seconds) s later.
      """
    }
    let outcome = """
      \(report.purchases) purchases, none rejected; \(report.unfinished) not finished at the store.
      """
    return (failures + [outcome]).joined(separator: "\n")
  }
}
