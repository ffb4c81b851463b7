import ArgumentParser
import Foundation

/// The command-line program of the ledger.
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
      CommandGroup(name: "Ingest", subcommands: [Ingest.self, BackfillCommand.self]),
      CommandGroup(
        name: "Inspect",
        subcommands: [Explain.self, Events.self, ReportCommand.self, Verify.self]),
      CommandGroup(
        name: "Declare", subcommands: [CatalogCommand.self, Programs.self, Terms.self]),
      CommandGroup(name: "Operate", subcommands: [OutboxCommand.self, Reconcile.self]),
      CommandGroup(
        name: "Accounts and evidence", subcommands: [Accounts.self, EvidenceCommand.self]),
    ])

  /// The seconds that a reader of standard error has at the end.
  private static let logPatience = 1.0

  static func main() async {
    StandardStreams.secure()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      LogQueue.standardError.flush(within: logPatience)
    } catch {
      leave(with: error)
    }
  }

  /// Ends the process with the exit code of the error. Help goes to standard output, errors go to
  /// standard error. Wrong usage, settings and files exit with 2.
  private static func leave(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if code.isSuccess {
      do { try Printing.text(message) } catch { leave(with: error) }
    } else if !message.isEmpty {
      LogQueue.standardError.add(Data((message + "\n").utf8))
    }
    LogQueue.standardError.flush(within: logPatience)
    let isUsage =
      code == .validationFailure || error is SettingsError || error is WrongUsage
      || error is MalformedFiles
    Foundation.exit(isUsage ? 2 : code.rawValue)
  }
}
