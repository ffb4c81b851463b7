import ArgumentParser
import HTTP
import Intake
import Ledger
import Reports
import Server

/// The commands about Apple's programs that the developer takes part in.
struct Programs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Record and list Apple's programs that you take part in.",
    discussion: """
      Programs decide Apple's commission on a charge. The Small Business Program begins 15 days \
      after the end of the fiscal month in which the enrollment was approved, and may end. A late \
      entry corrects the charges it covers and changes no earlier answer.
      """,
    subcommands: [ProgramsAdd.self, ProgramsList.self, ProgramsWithdraw.self])
}

struct ProgramsAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Record that you take part in a program for a time.",
    discussion: """
      Adding the same program from the same moment again replaces the earlier entry: add it with \
      --until once its end is known.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: "The program, as `small-business`.")
  var name: String
  @Option(help: "Its first moment, \(ReportMoment.rule).")
  var from: Instant
  @Option(help: "The first moment at which it no longer holds; by default no end is known.")
  var until: Instant?
  @Option(help: "The bundle id of the only app it applies to; by default all apps.")
  var app: String?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(recording: name) { throw ValidationError("--name \(fault)") }
    if let until, until <= from { throw ValidationError("--until must be later than --from.") }
  }

  func run() async throws {
    let settings = try options.settings()
    let bundleID = try app.map { try TrustedFiles(settings).apps.named($0) }
    try await Composition.with(settings) { composition in
      let entered = try await composition.intake.commission.enter(
        name, of: bundleID, from: from, until: until, signed: act.signature)
      let line = ProgramLine(entered)
      try Printing.show(line, lines: [line.text], asJSON: json)
    }
  }
}

struct ProgramsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the recorded entries of programs, the latest last.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await Composition.with(try options.settings(), seals: false) { composition in
      let lines = try await composition.intake.commission.programs().compactMap(ProgramLine.init)
      try Printing.show(["programs": lines], lines: Self.text(lines), asJSON: json)
    }
  }

  static func text(_ lines: [ProgramLine]) -> [String] {
    lines.isEmpty ? ["no program is recorded"] : lines.map(\.text)
  }
}

/// An entry of a program, as printed.
struct ProgramLine: Encodable {
  let name: String
  let app: String?
  let from: String
  let until: String?
  let enteredAt: String

  init?(_ recorded: RecordedEvent) {
    guard case .shared(.programEntered(let entered)) = recorded.event else { return nil }
    self.init(entered)
  }

  init(_ entered: ProgramEntered) {
    name = entered.program
    app = entered.bundleID?.rawValue
    from = entered.from.description
    until = entered.until?.description
    enteredAt = entered.enteredAt.description
  }

  var text: String {
    let place = app.map { "for \($0)" } ?? "for all apps"
    if until == from { return "\(name)  from \(from)  withdrawn  \(place)  (entered \(enteredAt))" }
    return "\(name)  from \(from)  \(until.map { "until \($0)" } ?? "without a known end")  "
      + "\(place)  (entered \(enteredAt))"
  }
}
