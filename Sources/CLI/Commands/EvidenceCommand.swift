import ArgumentParser
import EventStore
import Outbox
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
    let settings = try options.settings()
    let keyring = try KeyringFile(settings).keyring
    try await Database.withLog(settings) { log, database in
      let queue = JobQueue(pool: database.pool, log: log, keyring: keyring)
      var progress = ProgressCount()
      var count = 0
      while case let some = try await log.rewrapSome() + queue.rewrapSome(), some > 0 {
        count += some
        progress.show(count)
      }
      progress.end()
      try Printing.text("Wrapped \(count) data keys with \(log.sealingKeyID).")
    }
  }
}
