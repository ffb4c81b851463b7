import ArgumentParser
import Foundation
import Logging
import Server

/// The command-line program of the ledger.
@main
struct Daicho: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daicho",
    abstract: "A self-hosted entitlement ledger for App Store purchases.",
    discussion: """
      Exit codes: 0 done, 1 failed, 2 wrong usage. `daicho COMMAND --help-hidden` shows the rare settings too.
      """,
    version: VersionSheet.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Run",
        subcommands: [
          Serve.self, Migrate.self, Doctor.self, Keys.self, KeyringCommand.self, BackupCommand.self,
          Recover.self,
        ]),
      CommandGroup(name: "Ingest", subcommands: [Ingest.self, BackfillCommand.self]),
      CommandGroup(
        name: "Inspect",
        subcommands: [Explain.self, Events.self, ReportCommand.self, Periods.self, Verify.self]),
      CommandGroup(
        name: "Declare",
        subcommands: [
          CatalogCommand.self, PricesCommand.self, Programs.self, Taxes.self, Terms.self,
        ]),
      CommandGroup(
        name: "Operate",
        subcommands: [
          ProjectionsCommand.self, DeadLettersCommand.self, OutboxCommand.self, Reconcile.self,
          Servers.self, Audit.self,
        ]),
      CommandGroup(
        name: "Accounts and evidence", subcommands: [Accounts.self, EvidenceCommand.self]),
      CommandGroup(
        name: "Shell and manual", subcommands: [CompletionsCommand.self, ManualCommand.self]),
    ])

  static func main() async {
    CrashReports.secure()
    StandardStreams.secure()
    LoggingSystem.bootstrap { JSONLogHandler(label: $0, level: .warning) }  // libraries' loggers
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      LogQueue.standardError.flush()
    } catch {
      leave(with: named(error, after: Array(CommandLine.arguments.dropFirst())))
    }
  }

  /// Returns the error that a person who typed these words is told: a request for the help of a command that does
  /// not exist is wrong usage.
  static func named(_ error: any Error, after words: [String]) -> any Error {
    guard exitCode(for: error).isSuccess, let unknown = CommandSuggestion.unknown(in: words) else {
      return error
    }
    return ValidationError("Unknown command '\(unknown.word)'")
  }

  /// Ends the process with the exit code of the error. Help goes to standard output, errors go to
  /// standard error, behind the log. Nobody reads them if the log cannot be written. Wrong usage,
  /// settings and files exit with 2.
  private static func leave(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = message(for: error, after: Array(CommandLine.arguments.dropFirst()))
    let isRead = LogQueue.standardError.flush()
    if code.isSuccess {
      do { try Printing.text(message) } catch { leave(with: error) }
    } else if isRead && !message.isEmpty {
      StandardStreams.tell(Data((message + "\n").utf8))
    }
    let isUsage =
      code == .validationFailure || error is SettingsError || error is WrongUsage
      || error is MalformedFiles
    Foundation.exit(isUsage ? 2 : code.rawValue)
  }

  /// Returns the message for the person who typed these words: the error with its usage, and the command that was
  /// probably meant. A word that is no command is named before anything that follows it.
  static func message(for error: any Error, after words: [String]) -> String {
    let message = fullMessage(for: error)
    guard exitCode(for: error) == .validationFailure,
      let unknown = CommandSuggestion.unknown(in: words)
    else { return message }
    let lines = message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let namesWord = lines[0].contains("'\(unknown.word)'")
    let first = namesWord ? lines[0] : "Error: Unknown command '\(unknown.word)'"
    return ([first + unknown.question] + lines.dropFirst()).joined(separator: "\n")
  }
}
