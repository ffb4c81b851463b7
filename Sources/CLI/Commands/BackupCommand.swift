import ArgumentParser
import Ledger
import Reports
import Server

/// The commands about backups.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write a backup into a new folder, or tell the ledger of one of your own.",
    discussion: "`daicho backup DIR` is short for `daicho backup write DIR`.",
    subcommands: [BackupWrite.self, BackupDone.self], defaultSubcommand: BackupWrite.self)
}

struct BackupWrite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write a dump, the heads and a manifest into a new folder.",
    discussion: """
      Can run beside `serve`. The login of DATABASE_URL must be the database's owner, or a member of \
      pg_read_all_data. The master keys are never part of a backup: keep a copy of \
      DAICHO_ENCRYPTION_KEY_FILE in another place. The ledger is told of the backup.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The folder to create.", completion: .directory)
  var folder: String
  @OptionGroup var act: ActOptions
  @Flag(help: "Print the manifest as JSON.")
  var json = false

  func run() async throws {
    let backup = try await Backup(try options.settings(), to: folder, signed: act.signature)
    try Printing.show(backup.manifest, lines: backup.lines, asJSON: json)
  }
}

struct BackupDone: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tell the ledger that you made a backup by other means.",
    discussion: """
      For backups by your own tools, such as base backups with archived logs: run it when one is complete \
      and was tested. `doctor` warns when the last known backup is too old.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(
    help: """
      The moment up to which the backup has everything, \(ReportMoment.rule); now by default.
      """)
  var at: Instant?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print {\"madeAt\"}.")
  var json = false

  func validate() throws {
    if let at, at > Composition.now() { throw ValidationError("--at is a moment that has passed") }
  }

  func run() async throws {
    let now = Composition.now()
    let moment = at ?? now
    try await Database.withLog(try options.settings()) { log, _ in
      try await KnownBackup.tell(log, madeAt: moment, signed: act.signature, at: now)
    }
    try Printing.show(
      ["madeAt": moment.description], lines: ["The ledger knows of a backup of \(moment)."],
      asJSON: json)
  }
}
