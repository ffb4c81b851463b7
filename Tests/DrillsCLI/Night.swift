import ArgumentParser
import Drills
import Foundation

struct Night: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a night on call: faults and damages, what shows them, and what mends them.",
    discussion: """
      Each fault is played on a copy of an honest ledger. Three things are checked: nothing is lost, a \
      command shows the state with its remedy, and the remedy mends it. Exit code 1 if one of them fails.
      """)

  @Flag(help: "Only the faults that the tests play, in about a minute.")
  var quick = false
  @Flag(help: "List the faults.")
  var list = false
  @Option(help: "Only this fault; may be given again.")
  var only: [String] = []
  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    let known = Set(NightFault.all.map(\.name))
    if let unknown = only.first(where: { !known.contains($0) }) {
      throw ValidationError("there is no fault \(unknown): --list names them")
    }
  }

  func run() async throws {
    let faults = NightFault.all.filter {
      only.isEmpty ? $0.isQuick || !quick : only.contains($0.name)
    }
    if list {
      for fault in faults {
        StandardOutput.tell("\(fault.name)\(fault.isQuick ? " (quick)" : ""): \(fault.story)")
      }
      return
    }
    let home = ledger.home
    StandardOutput.tell("\(faults.count) faults, home \(home.path)")
    let outcomes = try await NightDrill(
      binary: ledger.program, home: home, port: ledger.port, faults: faults,
      tell: StandardOutput.tell
    ).run()
    let broken = outcomes.filter { $0.broken != nil }
    StandardOutput.tell("\(outcomes.count - broken.count) of \(outcomes.count) kept.")
    guard broken.isEmpty else { throw ExitCode.failure }
    try FileManager.default.removeItem(at: home)
  }
}
