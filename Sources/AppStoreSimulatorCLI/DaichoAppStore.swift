import ArgumentParser

@main
struct DaichoAppStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daicho-appstore",
    abstract: "A simulated App Store to try Daicho with.",
    subcommands: [RootCommand.self])
}
