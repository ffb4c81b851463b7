import ArgumentParser
import HTTP
import Ledger
import Outbox
import Server

/// The commands about the outbox, for the person on call.
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Count and list jobs, retry them, or dead-letter them.",
    subcommands: [OutboxSummary.self, OutboxList.self, OutboxRetry.self, OutboxPark.self])

  /// Lends the jobs of a database whose schema is current.
  static func with<Result: Sendable>(
    _ settings: Settings, _ body: @Sendable (JobAdministration) async throws -> Result
  ) async throws -> Result {
    try await Database.withLog(settings) { log, database in
      let keyring = try KeyringFile(settings).keyring
      return try await body(
        JobQueue(pool: database.pool, log: log, keyring: keyring).administration)
    }
  }
}

struct OutboxList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List pending and dead-lettered jobs, and those done lately.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "Only this state: owed (pending), parked (dead-lettered) or done.")
  var state: JobStatus.State?
  @Option(
    help: "Only this kind: \(JobKind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: JobKind?
  @Option(help: "Only this reason, as `outbox summary` names it.")
  var reason: String?
  @Option(help: "Only this app, by its bundle id.")
  var app: String?
  @Option(help: "The largest number of jobs to list.")
  var limit = 100
  @Option(help: "Continue where a previous list ended.")
  var after: String?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...1_000).contains(limit) else { throw ValidationError("--limit is 1 to 1000") }
    guard after.map({ JobCursor($0) != nil }) ?? true else {
      throw ValidationError("--after takes the value that a previous list ended with")
    }
  }

  private struct Page: Encodable {
    let jobs: [JobBody]
    let next: String?
  }

  func run() async throws {
    let (state, kind, reason, app, limit) = (state, kind, reason, app, limit)
    let cursor = after.flatMap(JobCursor.init) ?? .beginning
    let page = try await OutboxCommand.with(try options.settings()) { jobs in
      try await jobs.list(
        state: state, kind: kind, reason: reason, app: app, after: cursor, limit: limit)
    }
    let listed = Page(
      jobs: page.jobs.map(JobBody.init), next: page.next?.description)
    if json { return try Printing.json(listed) }
    let more = listed.next.map { ["More: --after \($0)"] } ?? []
    let lines = listed.jobs.map(\.line) + more
    try Printing.text(lines.isEmpty ? ["No job is pending or dead-lettered."] : lines)
  }
}

struct OutboxRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Retry jobs at once, after their cause is fixed.",
    discussion: """
      Name one job by its id, or select jobs by --state, --kind, --reason or --app, each of which narrows \
      the selection: dead-lettered ones, and those that wait after a failure. --all-parked means --state \
      parked. A running server performs them.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The job's id, as `outbox list` shows it.")
  var id: String?
  @Flag(help: "All dead-lettered jobs.")
  var allParked = false
  @Option(help: "Jobs in this state: owed (waiting after a failure) or parked (dead-lettered).")
  var state: JobStatus.State?
  @Option(help: "Jobs of this kind.")
  var kind: JobKind?
  @Option(help: "Jobs with this reason.")
  var reason: String?
  @Option(help: "Jobs of this app, by its bundle id.")
  var app: String?
  @OptionGroup var act: ActBecauseOptions
  @Flag(help: "Print {\"retried\"}.")
  var json = false

  private var filter: JobFilter {
    JobFilter(state: allParked ? .parked : state, kind: kind, reason: reason, app: app)
  }

  func validate() throws {
    guard (id == nil) == (filter != JobFilter()) else {
      throw ValidationError("name an id, or --all-parked, --state, --kind, --reason or --app")
    }
    _ = try id.map(JobID.init(argument:))
  }

  func run() async throws {
    let one = try id.map(JobID.init(argument:))
    let (filter, signature) = (filter, act.signature)
    let count = try await OutboxCommand.with(try options.settings()) { jobs in
      guard let one else {
        return try await jobs.retry(filter, at: Composition.now(), signed: signature)
      }
      return try await jobs.retry(one, at: Composition.now(), signed: signature) ? 1 : 0
    }
    guard count > 0 || one == nil else { throw Failure.jobUnknown }
    if json { return try Printing.json(["retried": count]) }
    try Printing.text("\(count) will be retried.")
  }
}

struct OutboxPark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "park", abstract: "Dead-letter a job until `outbox retry` names it.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The job's id, as `outbox list` shows it.")
  var id: String
  @OptionGroup var decided: OperatorOptions
  @Flag(help: "Print {\"id\",\"state\"}.")
  var json = false

  func validate() throws { _ = try JobID(argument: id) }

  func run() async throws {
    let (id, reason, author) = (try JobID(argument: id), decided.reason, decided.author)
    let isParked = try await OutboxCommand.with(try options.settings()) { jobs in
      try await jobs.park(id, reason: reason, at: Composition.now(), by: author)
    }
    guard isParked else { throw Failure.jobUnknown }
    try Printing.show(
      ["id": id.description, "state": JobStatus.State.parked.rawValue],
      lines: ["Dead-lettered \(id)."], asJSON: json)
  }
}

extension JobKind: ExpressibleByArgument {}
extension JobStatus.State: ExpressibleByArgument {}

extension JobID {
  fileprivate init(argument text: String) throws {
    guard let id = JobID(text) else {
      throw ValidationError("an id is 32 hexadecimal digits, as `outbox list` shows it")
    }
    self = id
  }
}

extension Failure {
  fileprivate static let jobUnknown = Failure(
    "no pending or dead-lettered job has this id; see `daicho outbox list`")
}

extension JobBody {
  fileprivate var line: String {
    [
      id, kind.rawValue, state.rawValue, "due \(dueAt)", "attempts \(attempts)", subject, reason,
    ].compactMap(\.self).joined(separator: "  ")
  }
}
