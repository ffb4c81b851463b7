import ArgumentParser
import Intake
import Ledger

/// Goes on from a restored backup.
struct Recover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a restored ledger whole again.",
    discussion: """
      Stop `daicho serve`, restore the database, and run this before serving again. It begins a new \
      epoch, so that positions told before are refused; it holds the ledger, so that no coin is \
      granted and nothing goes out to Apple while facts are missing; it takes in again what Apple \
      still has; and it releases the ledger once nothing is missing. With anything missing the ledger \
      stays held and the exit code is 1. It may be interrupted and run again.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "The database was restored from a backup: begin a new epoch.")
  var restored = false
  @Flag(help: "Only release what is held.")
  var release = false
  @Flag(
    help: "With --restored: keep it held, to publish catalogues again before coins are granted.")
  var keepHeld = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard restored != release else {
      throw ValidationError("name one of --restored and --release")
    }
    guard restored || !keepHeld else { throw ValidationError("--keep-held goes with --restored") }
  }

  func run() async throws {
    let settings = try options.settings()
    let (trust, keyring) = (try TrustedFiles(settings), try KeyringFile(settings).keyring)
    try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let composition = try await Composition(trust, keyring, on: database, logger: .quiet)
      let recovery = Recovery(composition)
      try await (restored ? recover(by: recovery) : releaseHeld(by: recovery))
    }
  }

  private func recover(by recovery: Recovery) async throws {
    let report = try await recovery.recover(keepsHeld: keepHeld)
    try json ? Printing.json(report) : Printing.text(report.lines)
    if !report.isWhole { throw ExitCode.failure }
  }

  private func releaseHeld(by recovery: Recovery) async throws {
    let body = try await ReleaseBody(releasing: recovery)
    try json ? Printing.json(body) : Printing.text(body.sentence)
  }
}

/// That a ledger is held no more.
struct ReleaseBody: Encodable {
  /// Nil where it was not held.
  let heldSince: String?

  init(releasing recovery: Recovery) async throws {
    heldSince = try await recovery.intake.heldSince()?.description
    if heldSince != nil { try await recovery.intake.release(by: recovery.owner) }
  }

  var sentence: String {
    heldSince.map { "Released what was held since \($0)." } ?? "Nothing is held."
  }
}
