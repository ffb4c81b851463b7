import AppStoreSimulator
import ArgumentParser
import Drills
import Foundation

struct Files: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare a ledger with the report files of a simulated App Store.",
    discussion: """
      Customers of a simulated App Store buy. The store's files must need no bridge in any month; files \
      with a discrepancy of each kind must need one that names each, and nothing else. Exit code 1 \
      otherwise.
      """)

  @Option(help: "How many customers; their families come on top.")
  var customers = 60
  @Option(help: "Twice the years that they live.")
  var years: Int64 = 6
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0, (2...10).contains(years) else {
      throw ValidationError("--customers is at least 1, --years 2 to 10.")
    }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell(
      "--customers \(customers) --years \(years) --seed \(seed), home \(home.path)")
    let report = try await AppleFilesDrill(
      binary: ledger.program, home: home, port: ledger.port,
      crowd: Crowd(customers: customers, years: years, ways: Persona.allCases, seed: seed),
      tell: StandardOutput.tell
    ).run()
    let found = report.found.map(\.rawValue).sorted().joined(separator: ", ")
    StandardOutput.tell(
      "\(report.files) files of \(report.months) months need no bridge, confirm \(report.confirmed) uncertain "
        + "charges and have the same \(report.subscriptions) subscriptions; \(report.taxes) taxes were learned; "
        + "\(report.settledMonths) settled months leave receivable what is not settled; found were \(found)"
    )
    try FileManager.default.removeItem(at: home)
  }
}
