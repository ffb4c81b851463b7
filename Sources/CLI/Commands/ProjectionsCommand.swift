import ArgumentParser
import HTTP
import Ledger
import Projections
import Server

/// The commands about the projections, for the person on call.
struct ProjectionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "projections",
    abstract: "List projections, rebuild them beside the live ones, compare, switch, roll back.",
    discussion: """
      A rebuild writes nothing but tables of projections: no grant, job or message repeats. It runs \
      beside `serve`.
      """,
    subcommands: [
      ProjectionsList.self, ProjectionsRebuild.self, ProjectionsCheck.self, ProjectionsSwitch.self,
      ProjectionsRollback.self, ProjectionsDrop.self, ProjectionsRepair.self,
    ])
}

struct ProjectionsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List projections, their generations, and a rebuild's progress.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let body = try await Database.withLog(try options.settings()) { log, database in
      try await ProjectionRun.list(log, in: database)
    }
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}

struct ProjectionsCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Compare the live projections with what follows from the log, and show each difference.",
    discussion: """
      Compares with the generation that waits for its switch, or builds one, compares and drops it. Exits \
      with 0 if they are equal, with 1 if they are not, or if the live projections have read nothing yet, so that \
      there is nothing to compare.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let shown = RebuildProgressLine(asJSON: false)
    let body = try await ProjectionRun.with(try options.settings(), shown.show) { run in
      try await run.check()
    }
    shown.end()
    try Printing.show(body, lines: body.lines, asJSON: json)
    if !body.equal { throw ExitCode(1) }
  }
}

struct ProjectionsRollback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback", abstract: "Put the previous generation back.",
    discussion: """
      The previous generation was frozen at the switch; it first reads what it missed. After a change \
      of the rules only the program that built it can do that.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(
    help: """
      Return to a generation that was replaced because it differed from the log: the person who decides. \
      Needs --reason.
      """)
  var expectDifferences: String?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { try act.validate(accepting: expectDifferences) }

  func run() async throws {
    let shown = RebuildProgressLine(asJSON: false)
    let author = expectDifferences
    let signature = ActSignature(by: act.by ?? author, because: act.reason)
    let body = try await ProjectionRun.with(try options.settings(), shown.show) { run in
      var run = run
      run.change {
        $0.author = author
        $0.signature = signature
      }
      return try await run.rollBack()
    }
    shown.end()
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}

struct ProjectionsDrop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Discard the generation that is being built, or the previous one.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "The previous generation; then there is nothing to roll back to.")
  var previous = false
  @OptionGroup var act: ActOptions
  @Flag(help: "Print {\"dropped\"}.")
  var json = false

  func run() async throws {
    let place: GenerationPlace = previous ? .previous : .next
    let ignored: @Sendable (Rebuild.Progress) -> Void = { _ in }
    let signature = act.signature
    let number = try await ProjectionRun.with(try options.settings(), ignored) { run in
      var run = run
      run.change { $0.signature = signature }
      return try await run.drop(place)
    }
    try Printing.show(
      ["dropped": number], lines: ["Generation \(number) was dropped."], asJSON: json)
  }
}
