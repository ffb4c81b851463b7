import ArgumentParser
import EventStore
import HTTP
import Intake
import Ledger

/// What the apps sell and grant.
struct CatalogueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Say what an app sells: products, groups, levels, and the coins they grant.",
    subcommands: [CataloguePublish.self, CatalogueShow.self, CatalogueOpening.self])
}

struct CataloguePublish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a catalogue that holds from a moment on.",
    discussion: """
      FILE is what Xcode saves as .storekit, or our own:

      {"products": [{"productId": "gems.100", "type": "Consumable", \
      "grants": [{"coin": "gem", "amount": 100}]}, {"productId": "pro.monthly", \
      "type": "Auto-Renewable Subscription", "subscriptionGroupId": "21000001", "level": 1, \
      "period": "P1M", "grants": [{"coin": "gem", "amount": 50, "duringTrial": false}]}]}

      A .storekit file names no coins: put them into a file of their own, \
      {"products": [{"productId", "grants"}]}, and name it by --coins.

      Grants already made keep their amounts. What waited because no catalogue named its coins is \
      granted. A product that is left out, or a consumable listed without grants, still grants what \
      was last said of it; one that shall grant nothing any more is listed with "grants": [].
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file, JSON.")
  var file: String
  @Option(help: "A file that names the coins of the products in FILE.")
  var coins: String?
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Option(help: "The moment from which it holds, \(ReportMoment.rule); now by default.")
  var from: Instant?
  @Flag(help: "Only say what it would change.")
  var dryRun = false
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let catalogue = try CatalogueFile.read(file, coins: coins)
    let settings = try options.settings()
    let (trust, keyring) = (try TrustedFiles(settings), try KeyringFile(settings).keyring)
    let bundleID = try trust.apps.named(app)
    try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let composition = try await Composition(trust, keyring, on: database, logger: .quiet)
      let body = try await Self.publish(
        catalogue, of: bundleID, validFrom: from ?? Composition.now(), isDryRun: dryRun,
        by: composition.intake)
      try json ? Printing.json(body) : Printing.text(body.lines)
    }
  }

  /// Publishes a catalogue unless it says what holds already, or it is only asked.
  static func publish(
    _ catalogue: Catalogue, of app: BundleID, validFrom: Instant, isDryRun: Bool, by intake: Intake
  ) async throws -> PublicationBody {
    let before = try await intake.catalogues(of: app)
    let isKnown = before.inForce(at: validFrom) == catalogue
    if !isKnown && !isDryRun {
      _ = try await intake.publish(catalogue, of: app, validFrom: validFrom)
    }
    return PublicationBody(
      isKnown ? .unchanged : isDryRun ? .dryRun : .published, catalogue, of: app,
      validFrom: validFrom, after: before)
  }
}

struct CatalogueShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the catalogue in force, which were published, and the opening.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Option(help: "The moment asked about, \(ReportMoment.rule); now by default.")
  var at: Instant?
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let settings = try options.settings()
    let bundleID = try TrustedFiles(settings).apps.named(app)
    try await Database.withLog(settings) { log, _ in
      let commons = Commons(try await log.commons())
      let body = CatalogueBody(
        commons.catalogues(of: bundleID), commons.openings.standing(in: bundleID), of: bundleID,
        at: at ?? Composition.now())
      try json ? Printing.json(body) : Printing.text(body.lines)
    }
  }
}
