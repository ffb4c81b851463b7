import ArgumentParser

/// The command line of the drills.
@main
struct ChaosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos", abstract: "Put the ledger through what must never harm it.",
    discussion: """
      A drill's home is removed when all went well; otherwise it stays, with the logs, and the \
      drill's first line names it.
      """,
    subcommands: [
      Crash.self, Lives.self, Tenure.self, Coins.self, Money.self, Grants.self, OwnWallet.self,
      Merges.self,
      Interrupted.self, Lost.self, Failover.self, AppleDown.self, Outage.self, Restore.self,
      Older.self, Rebuild.self, Files.self, Night.self,
    ])
}
