import Access
import ArgumentParser
import HTTP
import Ledger
import Postgres

/// The commands about keys of the HTTP API.
struct Keys: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create, list and revoke API keys.",
    subcommands: [KeysCreate.self, KeysList.self, KeysRevoke.self])
}

struct KeysCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a key and print it, once.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "What the key is for.")
  var name: String
  @Option(help: "Comma-separated: ingest, read, grants, finance, admin. `admin` may do everything.")
  var scopes: String
  @Flag(help: "Print {\"id\",\"key\"}.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(recording: name) { throw ValidationError("--name \(fault)") }
    guard Set<Scope>(names: scopes) != nil else {
      throw ValidationError("--scopes knows ingest, read, grants, finance, admin")
    }
  }

  func run() async throws {
    let scopes = Set<Scope>(names: scopes) ?? []
    let key = try await Database.with(try options.settings()) { database in
      try await database.bringUpToDate()
      return try await APIKeys(pool: database.pool).create(name: name, scopes: scopes)
    }
    do {
      try show(key)
    } catch is Failure {
      throw Failure(
        "the key could not be shown and is of no use: run `daicho keys revoke \(key.id)`")
    }
  }

  private func show(_ key: APIKey) throws {
    if json { return try Printing.json(["id": key.id, "key": key.text]) }
    try Printing.text(key.text)
  }
}

struct KeysList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the keys, without their secrets.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  private static func text(_ moment: PostgresTimestamp) -> String {
    Instant(milliseconds: moment.millisecondsSince1970).description
  }

  private struct Line: Encodable {
    let id: String
    let name: String
    let scopes: [String]
    let createdAt: String
    let revokedAt: String?

    var text: String {
      let status = revokedAt.map { "revoked \($0)" } ?? "in force"
      return [id, scopes.joined(separator: ","), createdAt, status, name]
        .joined(separator: "  ")
    }
  }

  func run() async throws {
    let records = try await Database.with(try options.settings()) { database in
      try await database.bringUpToDate()
      return try await APIKeys(pool: database.pool).list()
    }
    let keys = records.map {
      Line(
        id: $0.id, name: $0.name, scopes: $0.scopes.names, createdAt: Self.text($0.createdAt),
        revokedAt: $0.revokedAt.map(Self.text))
    }
    if json { return try Printing.json(keys) }
    try Printing.text(keys.map(\.text))
  }
}

struct KeysRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a key; running servers notice within 30 seconds.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The key's id, as `keys list` shows it.")
  var id: String

  func run() async throws {
    let existed = try await Database.with(try options.settings()) { database in
      try await database.bringUpToDate()
      return try await APIKeys(pool: database.pool).revoke(
        id: id, at: PostgresTimestamp(millisecondsSince1970: Composition.now().milliseconds))
    }
    guard existed else { throw Failure("there is no key with this id; see `daicho keys list`") }
    try Printing.text("Revoked \(id).")
  }
}
