import AppStoreSimulator
import ArgumentParser
import Drills
import Foundation

struct Lives: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let customers of every persona live for years; the ledger must tell the truth.",
    discussion: """
      The customers come in crowds, each with its own store that misbehaves, and all report to one \
      ledger. The ledger is asked about every customer during the lives, and again after its \
      projections were rebuilt. Every wrong answer is printed with the command that repeats the \
      same crowd. Exit code 1 if one answer is wrong.
      """)

  @Option(help: "How many customers; their families come on top.")
  var customers = 10_000
  @Option(help: "How many of them live together; many need memory for all that is said of them.")
  var crowd = 250
  @Option(help: "How many years they live.")
  var years: Int64 = 5
  @Option(name: .customLong("way"), help: "A persona; may be given again. By default all.")
  var ways: [Persona] = Persona.allCases
  @Option(
    help: "The seed of the first crowd, each other has the next; by default another each time.")
  var seed = UInt64.random(in: 1...1_000_000)
  @Option(
    help: "The day on which the lives end, days since 1970; with the seed it repeats them.")
  var ending = LivesDrill.yesterdaysEnd / 86_400_000
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard customers > 0, crowd > 0, (1...10).contains(years) else {
      throw ValidationError("--customers and --crowd are at least 1, --years 1 to 10.")
    }
    guard (10_000...LivesDrill.yesterdaysEnd / 86_400_000).contains(ending) else {
      throw ValidationError("--ending is a day that has passed, from 10000 on.")
    }
  }

  func run() async throws {
    let home = ledger.home
    StandardOutput.tell(
      "--customers \(customers) --crowd \(crowd) --years \(years) --seed \(seed) --ending \(ending), "
        + "home \(home.path)")
    let drill = try LivesDrill(
      binary: ledger.program, home: home, port: ledger.port, misbehavior: .trying,
      ending: ending * 86_400_000, tell: StandardOutput.tell)
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await drill.run(crowds)
    for difference in report.differences.prefix(50) { StandardOutput.tell(difference) }
    StandardOutput.tell(figures(of: report, after: clock.now - start))
    if !report.differences.isEmpty { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }

  private var crowds: [Crowd] {
    stride(from: 0, to: customers, by: crowd).enumerated().map { number, first in
      Crowd(
        customers: min(crowd, customers - first), years: years, ways: ways,
        seed: seed &+ UInt64(number))
    }
  }

  private func figures(of report: LivesDrill.Report, after time: Duration) -> String {
    let rate = Int(Double(report.days) / (time / .seconds(1)))
    let statuses = list(report.statuses)
    let services = list(report.paidServices)
    let ownerRequests = report.ownerRequests.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return """
      \(report.customers) customers lived \(report.days) days in \(Int(time / .seconds(1))) s: \
      \(rate) customers × days a second, with the ledger and all questions. \
      \(report.notifications) notifications, \(report.carried) of them carried over from Apple's \
      history; \(report.requests) requests of games (\(ownerRequests)); \(report.questions) \
      questions, \(report.substantial) about accounts with purchases (\(statuses)), of \(report.chargesAfterAYear) charges after a year \
      of paid service (\(services)), of \(report.grants) grants of \(report.coins) coins \
      (\(report.takeBacks) with some taken back; \(report.giveBacks) were given back; \
      \(report.elsewhere.listed) delivered elsewhere, \(report.elsewhere.takenBack) of them taken back), \
      \(report.restoredCopies) purchases restored under new ids, \
      \(report.differences.count) answers not true. Chains, evidence and projections verify.
      """
  }

  private func list<Key: RawRepresentable<String>>(_ counts: [Key: Int]) -> String {
    counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }
}

extension Persona: ExpressibleByArgument {}
