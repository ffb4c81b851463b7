import ArgumentParser

@main
struct DaichoAppStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daicho-appstore",
    abstract: "A simulated App Store to try Daicho with.",
    discussion: """
      It signs as the App Store does, under a root certificate of its own: a ledger believes it only \
      if that root is named in its DAICHO_TRUST_ROOTS. It knows what is true of every customer it \
      makes up, and can hold the ledger's answers against it.

        daicho-appstore root --home simulated --out root.pem
        DAICHO_TRUST_ROOTS=root.pem daicho serve
        daicho-appstore live --home simulated --url http://127.0.0.1:8080 --key-file key --check
      """,
    subcommands: [RootCommand.self, LiveCommand.self, AccountCommand.self])
}
