import ArgumentParser
import Ledger
import Reports
import Server

/// The commands about the products that apps sell and the coins they grant.
struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Declare what an app sells: products, groups, levels, and the coins they grant.",
    subcommands: [CatalogPublish.self, CatalogShow.self, CatalogCutOver.self])
}

struct CatalogPublish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a catalog that is in force from a moment on.",
    discussion: """
      FILE is Xcode's .storekit file, or a file in our own format:

      {"coins": {"gem": {"wallet": "daicho"}}, \
      "products": [{"productId": "gems.100", "type": "Consumable", "grants": [{"coin": "gem", "amount": 100}]}, {"productId": "pro.monthly", \
      "type": "Auto-Renewable Subscription", "subscriptionGroupId": "21000001", "level": 1, \
      "period": "P1M", "unlocks": ["pro"], "grants": [{"coin": "gem", "amount": 50, "duringTrial": false}]}]}

      A .storekit file names no coins. Put them into a second file, \
      {"coins", "products": [{"productId", "grants"}]}, and pass it as --coins.

      Each coin is declared once, with the wallet that keeps it: "daicho" credits and spends it \
      here; "game" leaves the booking to the game, which acknowledges each grant.

      Grants already made keep their amounts. Purchases that waited for a catalog are granted. \
      A product that is left out, or a consumable listed without grants, keeps the grants of the \
      last catalog that named them. List a product with "grants": [] to end its grants.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file, JSON.", completion: .file())
  var file: String
  @Option(help: "A file that names the coins of the products in FILE.", completion: .file())
  var coins: String?
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Option(help: "The moment from which it is in force, \(ReportMoment.rule); now by default.")
  var from: Instant?
  @Flag(help: "Only say what it would change.")
  var dryRun = false
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let file = try CatalogFile.read(file, coins: coins)
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let body = try await PublicationBody.publish(
        file, of: bundleID, validFrom: from ?? Composition.now(), isDryRun: dryRun,
        by: composition.intake, signed: act.signature)
      try Printing.show(body, lines: body.lines, asJSON: json)
    }
  }
}

struct CatalogShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the catalog in force, all published ones, and the cut-over dates.")

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
    let shared = try await Database.sharedState(settings)
    let body = CatalogBody(
      shared.catalogs(of: bundleID), shared.cutOvers.current(in: bundleID), of: bundleID,
      at: at ?? Composition.now())
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}
