import ArgumentParser

/// Trials by violence, for as long as one likes.
@main
struct ChaosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos", abstract: "Put the ledger through what must never harm it.",
    discussion: """
      A trial's home is removed when all went well; else it stays, with the logs, and its first line \
      says where.
      """,
    subcommands: [
      Crash.self, Lives.self, Tenure.self, Coins.self, Grants.self, Interrupted.self, Lost.self,
      AppleDown.self, Outage.self, Restore.self,
    ])
}
