import ArgumentParser
import Server

/// The command that writes what a restore needs.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a dump, the heads and a manifest into a new folder.",
    discussion: """
      Can run beside `serve`. The login of DATABASE_URL must be the database's owner, or a member of \
      pg_read_all_data. The master keys are never part of a backup: keep a copy of \
      DAICHO_ENCRYPTION_KEY_FILE in another place.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The folder to create.")
  var folder: String
  @Flag(help: "Print the manifest as JSON.")
  var json = false

  func run() async throws {
    let backup = try await Backup(try options.settings(), to: folder)
    try Printing.show(backup.manifest, lines: backup.lines, asJSON: json)
  }
}
