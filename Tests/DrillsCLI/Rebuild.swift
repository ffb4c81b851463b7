import AppStoreSimulator
import ArgumentParser
import Drills
import Foundation

struct Rebuild: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Rebuild projections under load: killed, twice at once, with a full disk, rolled back.",
    discussion: """
      Customers of a simulated App Store buy, and clients read accounts, throughout. After each step \
      the ledger's answers are compared with what was truly bought, and its projections with a \
      replay. The latency of reads is measured without a rebuild and beside one, in turn. Exit code \
      1 at the first broken promise.
      """)

  @Option(help: "How many customers; their families come on top.")
  var customers = 300
  @Option(help: "How many years they live; the second half during the drill.")
  var years: Int64 = 6
  @Option(help: "In how many steps, at most 20 in a second, the second half of the lives passes.")
  var strides: Int64 = 20_000
  @Option(help: "How many kills in each phase.")
  var kills = 2
  @Option(help: "How many rebuilds are measured beside readers.")
  var slices = 5
  @Option(help: "The seed of the lives; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0, strides > 0, kills > 0, slices > 0, (2...10).contains(years) else {
      throw ValidationError(
        "--customers, --strides, --kills and --slices are at least 1, --years 2 to 10.")
    }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell(
      "--customers \(customers) --years \(years) --strides \(strides) --kills \(kills) --slices \(slices) --seed \(seed), "
        + "home \(home.path)")
    let drill = RebuildDrill(
      binary: ledger.program, home: home, port: ledger.port,
      crowd: Crowd(customers: customers, years: years, ways: Persona.allCases, seed: seed),
      strides: strides, kills: kills, slices: slices, tell: StandardOutput.tell)
    let report = try await drill.run()
    for line in report.lines { StandardOutput.tell(line) }
    try FileManager.default.removeItem(at: home)
  }
}
