import ArgumentParser
import Server

/// The commands about stored evidence.
struct EvidenceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence", abstract: "Manage the keys that seal evidence.",
    subcommands: [EvidenceRewrap.self])
}

struct EvidenceRewrap: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrap",
    abstract: "Wrap every data key with the first master key, so that older ones can be removed.",
    discussion: """
      To change the master key, put a new line first in DAICHO_ENCRYPTION_KEY_FILE, restart the \
      servers, run this, and only then remove the old line. The command can be stopped and run \
      again.
      """)

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    var progress = ProgressCount()
    let done = try await DataKeyWrapping(try options.settings()) { progress.show($0) }
    progress.end()
    try Printing.text("Wrapped \(done.count) data keys with \(done.keyID).")
  }
}
