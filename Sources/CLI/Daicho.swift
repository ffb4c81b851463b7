import ArgumentParser
import Foundation

/// The ledger's one executable.
@main
struct Daicho: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daicho",
    abstract: "A self-hosted entitlement ledger for App Store purchases.",
    discussion: "Exit codes: 0 done, 1 failed, 2 wrong usage.",
    groupedSubcommands: [
      CommandGroup(
        name: "Run",
        subcommands: [Serve.self, Migrate.self, Doctor.self, Keys.self, Recover.self]),
      CommandGroup(name: "Take in", subcommands: [Ingest.self, BackfillCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [Explain.self, Events.self, ReportCommand.self, Verify.self]),
      CommandGroup(
        name: "Decide", subcommands: [CatalogueCommand.self, Programs.self, Terms.self]),
      CommandGroup(name: "Be on call", subcommands: [OutboxCommand.self, Reconcile.self]),
      CommandGroup(name: "Forget and seal", subcommands: [Accounts.self, EvidenceCommand.self]),
    ])

  static func main() async {
    StandardStreams.secure()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      leave(with: error)
    }
  }

  /// Ends the process as the error asks: help and success on standard output, all else on standard
  /// error, wrong usage, wrong settings and wrong files with 2.
  private static func leave(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if code.isSuccess {
      do { try Printing.text(message) } catch { leave(with: error) }
    } else if !message.isEmpty {
      StandardStreams.tell(Data((message + "\n").utf8))
    }
    let isUsage =
      code == .validationFailure || error is SettingsError || error is WrongUsage
      || error is MalformedFiles
    Foundation.exit(isUsage ? 2 : code.rawValue)
  }
}
