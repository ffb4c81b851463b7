import ArgumentParser
import HTTP
import Intake
import Ledger
import Projections
import Server

/// The commands that show a state and the events it follows from.
struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a state and the events it follows from.",
    subcommands: [ExplainAccount.self, ExplainPurchase.self, ExplainTransaction.self])
}

/// The options that all forms of `explain` share.
struct ExplainOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @Option(help: "The moment asked about, as 2026-01-31T09:00:00.000Z; now by default.")
  var at: String?
  @Option(help: "Leave out what was recorded later than this; by default nothing is left out.")
  var knownAt: String?
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environmentOption: EnvironmentOption
  @Option(help: "Tell only so many of the newest events; all by default.")
  var last: Int?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let last, last < 1 { throw ValidationError("--last is at least 1") }
    if let at, Instant(at) == nil {
      throw ValidationError("--at is a time as 2026-01-31T09:00:00.000Z")
    }
    if let knownAt, Instant(knownAt) == nil {
      throw ValidationError("--known-at is a time as 2026-01-31T09:00:00.000Z")
    }
  }

  /// Returns the moment asked about, by default the present one of the ledger.
  func moment(_ reader: Reader) -> Instant {
    at.flatMap { Instant($0) } ?? reader.positions.now ?? Composition.now()
  }
  /// The moment after which recorded events are left out; nil if none are.
  var known: Instant? { knownAt.flatMap { Instant($0) } }
  var storeEnvironment: StoreEnvironment { environmentOption.value }

  fileprivate func bundleID() throws -> BundleID {
    let settings = try settings.settings()
    return try (try settings.appsFile.map { try AppsFile.read($0) } ?? []).named(app)
  }

  /// Prints the explanation of a chain that is found by a reader.
  fileprivate func explain(_ find: (Reader) async throws -> ChainID) async throws {
    try await ProjectedLedger.withReader(try settings.settings()) { reader in
      let explanation = try await PurchaseExplanation(
        try await find(reader), from: reader, at: moment(reader), knownAt: known, last: last)
      try Printing.show(explanation, lines: explanation.lines, asJSON: json)
    }
  }
}

struct ExplainAccount: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Show what an account may use, and why.")

  @OptionGroup var options: ExplainOptions
  @Argument(help: "The game's identifier of the account, or its appAccountToken in lower case.")
  var id: String

  func validate() throws {
    if let fault = PlainName.fault(seeking: id) { throw ValidationError("<id> \(fault)") }
  }

  func run() async throws {
    let account = AccountKey(
      environment: options.storeEnvironment, bundleID: try options.bundleID(),
      account: AccountID(id))
    try await ProjectedLedger.withReader(try options.settings.settings()) { reader in
      try await reader.names.requireNamed(account)
      let explanation = try await AccountExplanation(
        account, from: reader, at: options.moment(reader), knownAt: options.known,
        last: options.last)
      try Printing.show(explanation, lines: explanation.lines, asJSON: options.json)
    }
  }
}

struct ExplainPurchase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purchase", abstract: "Show a purchase chain and the events behind it.")

  @OptionGroup var options: ExplainOptions
  @Argument(help: "The original transaction id.")
  var id: String

  func run() async throws {
    let chain = ChainID(
      try options.bundleID(), options.storeEnvironment, OriginalTransactionID(id))
    try await options.explain { _ in chain }
  }
}

struct ExplainTransaction: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transaction",
    abstract: "Show the purchase chain of a transaction and the events behind it.")

  @OptionGroup var options: ExplainOptions
  @Argument(help: "The transaction id.")
  var id: String

  func run() async throws {
    let app = try options.bundleID()
    try await options.explain { reader in
      let found = try await reader.chains.chain(
        of: TransactionID(id), in: app, options.storeEnvironment)
      guard let chain = found else {
        throw Failure("no transaction \(id) is known in \(options.storeEnvironment.rawValue)")
      }
      return chain
    }
  }
}
