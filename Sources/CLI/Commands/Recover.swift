import ArgumentParser
import Ledger
import Server

/// The command for a ledger that was restored from a backup or stands still.
struct Recover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Complete a ledger that was restored from a backup.",
    discussion: """
      Stop `daicho serve`, restore the database, and run this before serving again. It begins a \
      new epoch, so that positions from before are rejected. It pauses the ledger, so that no coin \
      is granted and nothing is sent to Apple while facts are missing. It ingests again what Apple \
      still has, and it unpauses the ledger once nothing is missing. If anything is missing, the \
      ledger stays paused and the exit code is 1. The command can be interrupted and run again.

      With --checkpoints it sets checkpoints that lie beyond the log back, as `daicho verify` finds them, beside \
      running servers. The consumers read again what was recorded since a day before their checkpoint last moved, or \
      since --since. No coin is granted twice, and Apple is not told twice about consumption. Apple may be asked again \
      for a history or a status, or told again of a finished transaction, which is harmless. Projections are set back \
      to the end of the log: `daicho projections check` says if they lack anything.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "The database was restored from a backup: begin a new epoch.")
  var restored = false
  @Flag(help: "Only unpause the ledger, and note this database as its place.")
  var release = false
  @Flag(help: "Only set checkpoints that lie beyond the log back.")
  var checkpoints = false
  @Option(
    help: """
      With --checkpoints: what was recorded since this moment is read again, at most the last \
      \(CheckpointRun.daysMax) days; by default, what was recorded since a day before a checkpoint last moved.
      """)
  var since: Instant?
  @Flag(
    name: [.customLong("keep-paused"), .customLong("keep-held")],
    help: "With --restored: keep it paused, to publish catalogs again before coins are granted.")
  var keepPaused = false
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard [restored, release, checkpoints].count(where: { $0 }) == 1 else {
      throw ValidationError("name one of --restored, --release and --checkpoints")
    }
    guard checkpoints || since == nil else {
      throw ValidationError("--since goes with --checkpoints")
    }
    guard restored || !keepPaused else {
      throw ValidationError("--keep-paused goes with --restored")
    }
  }

  func run() async throws {
    guard !checkpoints else { return try await rewind() }
    try await Composition.with(try options.settings(), seals: false) { composition in
      let recovery = Recovery(composition)
      try await (restored ? recover(by: recovery) : unpauseHeld(by: recovery))
    }
  }

  private func recover(by recovery: Recovery) async throws {
    let report = try await recovery.recover(keepsPaused: keepPaused, signed: act.signature)
    try Printing.show(report, lines: report.lines, asJSON: json)
    if !report.isWhole { throw ExitCode.failure }
  }

  private func rewind() async throws {
    let body = try await CheckpointRun.rewind(
      try options.settings(), since: since, signed: act.signature)
    try Printing.show(body, lines: body.lines, asJSON: json)
  }

  private func unpauseHeld(by recovery: Recovery) async throws {
    let body = try await UnpauseBody(releasing: recovery, signed: act.signature)
    try Printing.show(body, lines: [body.sentence], asJSON: json)
  }
}
