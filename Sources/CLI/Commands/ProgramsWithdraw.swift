import ArgumentParser
import HTTP
import Intake
import Ledger
import Server

struct ProgramsWithdraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw an entry that was made by mistake.",
    discussion: """
      The entry stays in the log and covers no charge any more; the charges that it covered are \
      rated again. For a program that ended, use `add --until` instead.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: "The program, as `small-business`.")
  var name: String
  @Option(help: "The first moment of the entry, as `programs list` shows it.")
  var from: Instant
  @Option(help: "The bundle id of the entry's app; by default the entry for all apps.")
  var app: String?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: name) { throw ValidationError("--name \(fault)") }
  }

  func run() async throws {
    try await Composition.with(try options.settings()) { composition in
      let bundleID = try app.map { try composition.apps.named($0) }
      guard
        let entered = try await composition.intake.commission.withdrawProgram(
          name, of: bundleID, from: from, signed: act.signature)
      else {
        throw Failure(
          "no entry of \(name) from \(from) stands: `daicho programs list` shows the entries")
      }
      let line = ProgramLine(entered)
      try Printing.show(line, lines: [line.text], asJSON: json)
    }
  }
}
