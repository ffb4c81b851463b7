import ArgumentParser
import Chaos
import Foundation

/// A line at once, whoever reads it.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Trials by violence, for as long as one likes.
@main
struct ChaosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos", abstract: "Put the ledger through what must never harm it.",
    subcommands: [Crash.self, Lives.self])
}
