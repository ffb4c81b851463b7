import ArgumentParser
import HTTP
import Ledger
import Server

/// The commands about events that a consumer could not process.
struct DeadLettersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dead-letters",
    abstract: "List, show and retry events that could not be processed.",
    subcommands: [DeadLettersList.self, DeadLettersShow.self, DeadLettersRetry.self])
}

struct DeadLettersList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List events that could not be processed, with the cause.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "Only this consumer, as the list names it.")
  var consumer: String?
  @Option(help: "The largest number to list.")
  var limit = 100
  @Option(help: "Continue where a previous list ended.")
  var after: String?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...1_000).contains(limit) else { throw ValidationError("--limit is 1 to 1000") }
  }

  func run() async throws {
    let body = try await DeadLetterRun.list(
      try options.settings(), consumer: consumer, after: after, limit: limit)
    let more = body.nextCursor.map { ["More: --after \($0)"] } ?? []
    let lines = body.deadLetters.map(\.line) + more
    try Printing.show(body, lines: lines.isEmpty ? ["There are none."] : lines, asJSON: json)
  }
}

struct DeadLettersShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract:
      "Show an event as the database has it, the reason why it cannot be read, and its dead letters."
  )

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The event's id, as `dead-letters list` names it.", transform: EventID.argument)
  var id: EventID
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let body = try await DeadLetterRun.show(try options.settings(), id)
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}

struct DeadLettersRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Process events again, after their cause is gone.",
    discussion: """
      Without an id and options it retries all. A server does the same at each start and every ten minutes. \
      A dead letter of no event, beyond the end of the log, is deleted by this command. Exits with 1 if some are left; \
      `dead-letters list` has their newest reasons.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The id of one event; all without it.", transform: EventID.argument)
  var id: EventID?
  @Option(help: "Only those of this consumer.")
  var consumer: String?
  @Option(help: "Only those with this reason.")
  var reason: String?
  @OptionGroup var act: ActBecauseOptions
  @Flag(help: "Print {\"processed\", \"left\", \"deleted\"}.")
  var json = false

  func run() async throws {
    let body = try await DeadLetterRun.retry(
      try options.settings(), consumer: consumer, event: id, reason: reason,
      signed: act.signature)
    try Printing.show(
      body, lines: [body.line], asJSON: json)
    if body.left > 0 { throw ExitCode(1) }
  }
}

extension EventID {
  /// Reads the id of an event in an argument.
  static func argument(_ text: String) throws(ValidationError) -> EventID {
    guard let id = EventID(text) else { throw ValidationError("an event id looks like 3-17") }
    return id
  }
}
