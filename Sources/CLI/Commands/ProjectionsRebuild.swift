import ArgumentParser
import HTTP
import Ledger
import Projections
import Server

/// The options of commands that end with a switch.
struct SwitchOptions: ParsableArguments {
  @Option(
    help: """
      Switch although chains differ from the live projections, because a change of the rules intends \
      it: the person who decides. Needs --reason.
      """)
  var expectDifferences: String?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print progress and outcome as lines of JSON.")
  var json = false

  func validate() throws { try act.validate(accepting: expectDifferences) }

  /// The person who acts: who accepts differences, unless another one is named.
  private var signature: ActSignature {
    ActSignature(by: act.by ?? expectDifferences, because: act.reason)
  }

  /// Runs a command that ends with a switch, and prints its outcome. Exits with 1 if chains differ.
  func run(
    _ settings: Settings, _ change: @escaping @Sendable (inout Rebuild) -> Void,
    _ body: @escaping @Sendable (ProjectionRun) async throws -> RebuildOutcomeBody
  ) async throws {
    let shown = RebuildProgressLine(asJSON: json)
    let (author, signature) = (expectDifferences, signature)
    let outcome = try await ProjectionRun.with(settings, shown.show) { run in
      var run = run
      run.change { rebuild in
        rebuild.author = author
        rebuild.signature = signature
        change(&rebuild)
      }
      return try await body(run)
    }
    shown.end()
    if json { try Printing.line(outcome) } else { try Printing.text(outcome.lines) }
    if outcome.isRefused { throw ExitCode(1) }
  }
}

struct ProjectionsRebuild: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Build projections again beside the live ones, compare them, and switch if equal.",
    discussion: """
      Names are chains, tenure, commission and grants. Can be interrupted at any time: the same command \
      goes on where it was, `daicho projections drop` discards it. Exits with 1, without a switch, if \
      chains differ.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(
    help: "The projections to build.",
    completion: .list(ProjectionName.allCases.map(\.rawValue)))
  var names: [String] = []
  @Flag(help: "All projections.")
  var all = false
  @Flag(help: "Leave the new generation beside the live one, for `check` and `switch`.")
  var noSwitch = false
  @Option(help: "Read at most so many events in a second.")
  var throttle: Int?
  @Option(help: "The memory for pages of the log, in MiB.")
  var memory = 512
  @OptionGroup var switching: SwitchOptions

  func validate() throws {
    guard all != !names.isEmpty else { throw ValidationError("name projections, or --all") }
    if let unknown = names.first(where: { ProjectionName(rawValue: $0) == nil }) {
      let known = ProjectionName.allCases.map(\.rawValue)
      throw ValidationError(
        "`\(unknown)` is none of \(known.joined(separator: ", "))"
          + NearestName.question(unknown, among: known))
    }
    if let throttle, throttle < 1 { throw ValidationError("--throttle is at least 1") }
    guard memory >= RebuildMemory.mebibytesMin else {
      throw ValidationError("--memory is at least \(RebuildMemory.mebibytesMin)")
    }
  }

  func run() async throws {
    let wanted = all ? ProjectionName.allCases : names.compactMap(ProjectionName.init)
    let (switches, throttle, memory) = (!noSwitch, throttle, memory)
    try await switching.run(try options.settings()) { rebuild in
      rebuild.names = ProjectionName.allCases.filter(wanted.contains)
      rebuild.switches = switches
      rebuild.eventsPerSecond = throttle
      rebuild.memory = RebuildMemory(mebibytes: memory)
    } _: { run in
      try await run.rebuild()
    }
  }
}

struct ProjectionsSwitch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Bring the next generation up to date, compare it, and put it in place if equal.")

  @OptionGroup var options: SettingsOptions
  @OptionGroup var switching: SwitchOptions

  func run() async throws {
    try await switching.run(try options.settings()) { _ in
    } _: { run in
      try await run.switchNext()
    }
  }
}
