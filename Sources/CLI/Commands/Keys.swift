import Access
import ArgumentParser
import HTTP
import Ledger
import Server

/// The commands about keys of the HTTP API.
struct Keys: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create, list and revoke API keys.",
    subcommands: [KeysCreate.self, KeysList.self, KeysRevoke.self])

  /// Lends the keys of a database whose schema is current, and the log that tells who made and revoked them.
  fileprivate static func with<Result: Sendable>(
    _ options: SettingsOptions, _ body: (APIKeys) async throws -> Result
  ) async throws -> Result {
    try await Database.withLog(try options.settings()) { log, database in
      try await body(APIKeys(pool: database.pool, log: log, now: Composition.now))
    }
  }
}

struct KeysCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a key and print it, once.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "What the key is for.")
  var name: String
  @Option(
    help: "Comma-separated: \(Scope.allNames). `admin` may do everything.",
    completion: .list(Scope.allCases.map(\.rawValue)))
  var scopes: String
  @Option(help: "The bundle id of an app that the key is for; may be given again. By default all.")
  var app: [String] = []
  @Option(
    help: "An environment that the key is for; may be given again. By default all.",
    completion: .environments)
  var environment: [String] = []
  @Option(help: ArgumentHelp("The end of the key: \(KeyExpiry.rule). By default none."))
  var expires: KeyExpiry?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print {\"id\",\"key\"}.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(recording: name) { throw ValidationError("--name \(fault)") }
    guard Set<Scope>(names: scopes) != nil else {
      let names = Scope.allCases.map(\.rawValue)
      let unknown = CommaSeparated.items(scopes).first { !names.contains($0) }
      throw ValidationError(
        "--scopes knows \(Scope.allNames)"
          + NearestName.question(unknown ?? "", among: names))
    }
    for name in app {
      if let fault = PlainName.fault(recording: name) { throw ValidationError("--app \(fault)") }
    }
    for name in environment { _ = try EnvironmentOption.read(name) }
    guard expires.map({ $0.moment(now: Composition.now()) != nil }) ?? true else {
      throw ValidationError("--expires has passed; name a time to come")
    }
  }

  /// The apps and environments that are named; all where none is.
  var reach: KeyReach {
    let environments = environment.compactMap(StoreEnvironment.init)
    return KeyReach(
      apps: app.isEmpty ? nil : Set(app.map { BundleID($0) }),
      environments: environments.isEmpty ? nil : Set(environments))
  }

  func run() async throws {
    let scopes = Set<Scope>(names: scopes) ?? []
    let key = try await Keys.with(options) { keys in
      try await keys.create(
        name: name, scopes: scopes, reach: reach,
        expiresAt: expires?.moment(now: Composition.now()), signed: act.signature)
    }
    do {
      try show(key)
    } catch is Failure {
      throw Failure(
        "the key could not be shown and is of no use: run `daicho keys revoke \(key.id)`")
    }
  }

  private func show(_ key: APIKey) throws {
    try Printing.show(["id": key.id, "key": key.text], lines: [key.text], asJSON: json)
  }
}

struct KeysList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the keys, without their secrets.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let records = try await Database.with(try options.settings()) { database in
      try await database.bringUpToDate()
      return try await APIKeys.list(in: database.pool)
    }
    let keys = records.map { ListedKey($0, now: Composition.now()) }
    try Printing.show(keys, lines: Self.text(keys), asJSON: json)
  }

  static func text(_ keys: [ListedKey]) -> [String] {
    keys.isEmpty ? ["there is no key"] : keys.map(\.text)
  }
}

/// A key in the list. Where `apps` or `environments` is null, the key is for all of them.
struct ListedKey: Encodable {
  enum State: String, Encodable { case inForce, expired, revoked }

  let id: String
  let name: String
  let scopes: [String]
  @Nullable private(set) var apps: [String]?
  @Nullable private(set) var environments: [String]?
  let createdAt: String
  @Nullable private(set) var expiresAt: String?
  @Nullable private(set) var revokedAt: String?
  @Nullable private(set) var lastUsedAt: String?
  let state: State

  init(_ key: KeyRecord, now: Instant) {
    id = key.id
    name = key.name
    scopes = key.scopes.names
    apps = key.reach.apps?.map(\.rawValue)
    environments = key.reach.environments?.map(\.rawValue)
    createdAt = key.createdAt.description
    expiresAt = key.expiresAt?.description
    revokedAt = key.revokedAt?.description
    lastUsedAt = key.lastUsedAt?.description
    state = key.revokedAt != nil ? .revoked : key.hasExpired(at: now) ? .expired : .inForce
  }

  var text: String {
    [
      id, scopes.joined(separator: ","), apps?.joined(separator: ",") ?? "every app",
      environments?.joined(separator: ",") ?? "every environment", createdAt, status,
      lastUsedAt.map { "used \($0)" } ?? "never used", name,
    ].joined(separator: "  ")
  }

  private var status: String {
    switch state {
    case .revoked: "revoked \(revokedAt ?? "")"
    case .expired: "expired \(expiresAt ?? "")"
    case .inForce: expiresAt.map { "in force until \($0)" } ?? "in force"
    }
  }
}

struct KeysRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a key; running servers notice within 30 seconds.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The key's id, as `keys list` shows it.")
  var id: String
  @OptionGroup var act: ActOptions
  @Flag(help: "Print {\"revoked\"}.")
  var json = false

  func run() async throws {
    let existed = try await Keys.with(options) {
      try await $0.revoke(id: id, signed: act.signature)
    }
    guard existed else { throw Failure("there is no key with this id; see `daicho keys list`") }
    try Printing.show(["revoked": id], lines: ["Revoked \(id)."], asJSON: json)
  }
}
