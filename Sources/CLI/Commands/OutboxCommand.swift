import ArgumentParser
import HTTP
import Outbox

/// What is owed, for somebody on call.
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "List what is owed, have it tried again, or set it aside.",
    subcommands: [OutboxList.self, OutboxRetry.self, OutboxPark.self])

  /// Lends what is owed of a database whose schema is current.
  static func with<Result: Sendable>(
    _ settings: Settings, _ body: @Sendable (ErrandQueue) async throws -> Result
  ) async throws -> Result {
    let keyring = try KeyringFile(settings).keyring
    return try await Database.withLog(settings) { log, database in
      try await body(ErrandQueue(pool: database.pool, log: log, keyring: keyring))
    }
  }
}

struct OutboxList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what is owed, parked, or was done lately.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "Only this state: owed, parked or done.")
  var state: ErrandStanding.State?
  @Option(help: "Only this kind: post, link, history, status, finish or consumption.")
  var kind: ErrandKind?
  @Option(help: "How many at most.")
  var limit = 100
  @Option(help: "Go on where a list before ended.")
  var after: String?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...1_000).contains(limit) else { throw ValidationError("--limit is 1 to 1000") }
    guard after.map({ ErrandCursor($0) != nil }) ?? true else {
      throw ValidationError("--after is what a list before ended with")
    }
  }

  private struct Page: Encodable {
    let errands: [ErrandBody]
    let next: String?
  }

  func run() async throws {
    let (state, kind, limit) = (state, kind, limit)
    let cursor = after.flatMap(ErrandCursor.init) ?? .beginning
    let page = try await OutboxCommand.with(try options.settings()) { queue in
      try await queue.list(state: state, kind: kind, after: cursor, limit: limit)
    }
    let listed = Page(
      errands: page.errands.map(ErrandBody.init), next: page.next?.description)
    if json { return try Printing.json(listed) }
    let more = listed.next.map { ["More: --after \($0)"] } ?? []
    let lines = listed.errands.map(\.line) + more
    try Printing.text(lines.isEmpty ? ["Nothing is owed, nothing is parked."] : lines)
  }
}

struct OutboxRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Have something tried again at once, after a mend.",
    discussion: """
      Name one by its id, or the parked ones by --all-parked, --kind or --reason (both narrow). A \
      running server works it off.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The id, as `outbox list` shows it.")
  var id: String?
  @Flag(help: "Everything that is parked.")
  var allParked = false
  @Option(help: "What is parked of this kind.")
  var kind: ErrandKind?
  @Option(help: "What is parked for this reason.")
  var reason: String?
  @Flag(help: "Print {\"retried\"}.")
  var json = false

  func validate() throws {
    let narrows = allParked || kind != nil || reason != nil
    guard (id == nil) == narrows else {
      throw ValidationError("name an id, or --all-parked, --kind or --reason")
    }
    _ = try id.map(ErrandID.init(argument:))
  }

  func run() async throws {
    let one = try id.map(ErrandID.init(argument:))
    let (kind, reason) = (kind, reason)
    let count = try await OutboxCommand.with(try options.settings()) { queue in
      guard let one else {
        return try await queue.retryParked(kind: kind, reason: reason, at: Composition.now())
      }
      return try await queue.retry(one, at: Composition.now()) ? 1 : 0
    }
    guard count > 0 || one == nil else { throw Failure.errandUnknown }
    if json { return try Printing.json(["retried": count]) }
    try Printing.text("\(count) will be tried again.")
  }
}

struct OutboxPark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "park", abstract: "Set something aside until `outbox retry` names it.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The id, as `outbox list` shows it.")
  var id: String
  @Option(help: "Why.")
  var reason: String

  func validate() throws {
    guard PlainName.allows(reason) else { throw ValidationError("--reason \(PlainName.rule)") }
    _ = try ErrandID(argument: id)
  }

  func run() async throws {
    let (id, reason) = (try ErrandID(argument: id), reason)
    let isParked = try await OutboxCommand.with(try options.settings()) { queue in
      try await queue.park(id, reason: reason, at: Composition.now())
    }
    guard isParked else { throw Failure.errandUnknown }
    try Printing.text("Parked \(id).")
  }
}

extension ErrandKind: ExpressibleByArgument {}
extension ErrandStanding.State: ExpressibleByArgument {}

extension ErrandID {
  fileprivate init(argument text: String) throws {
    guard let id = ErrandID(text) else {
      throw ValidationError("an id is 32 hexadecimal digits, as `outbox list` shows it")
    }
    self = id
  }
}

extension Failure {
  fileprivate static let errandUnknown = Failure(
    "nothing of this id is owed or parked; see `daicho outbox list`")
}

extension ErrandBody {
  fileprivate var line: String {
    [
      id, kind.rawValue, state.rawValue, "due \(dueAt)", "attempts \(attempts)", subject, reason,
    ].compactMap(\.self).joined(separator: "  ")
  }
}
