import ArgumentParser
import HTTP
import Ledger
import Server

/// The commands about the prices of an app itself.
struct PricesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prices",
    abstract: "Learn and show the prices of the app itself.",
    discussion: """
      Apple signs the purchase of an app without its price. It is a charge of the books once Apple's sales \
      files tell the price of its day.
      """,
    subcommands: [PricesLearn.self, PricesShow.self])
}

struct PricesLearn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Read the prices of the app from Apple's daily SALES files, and publish them.",
    discussion: """
      Reads all files that `daicho report reconciliation --apple-files` has kept. A Pacific day tells a \
      price if all its downloads have one price in one storefront; other days with paid downloads are \
      listed. With --by the prices are published: they replace those of before, and purchases of the app \
      on these days are charges; in closed periods nothing changes.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Option(help: "Publish what is listed, in your name.")
  var by: String?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let by, let fault = PlainName.fault(recording: by) { throw ValidationError("--by \(fault)") }
  }

  func run() async throws {
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let body = try await composition.prices.learn(bundleID, publishingBy: by)
      try Printing.show(body, lines: body.lines, asJSON: json)
    }
  }
}

struct PricesShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the prices of the app that are in force.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let settings = try options.settings()
    let bundleID = try TrustedFiles(settings).apps.named(app)
    let prices = try await Database.sharedState(settings).prices(of: bundleID)
    let rows = (prices?.rows ?? []).map(PriceRowBody.init)
    try Printing.show(
      ["prices": rows], lines: rows.isEmpty ? ["No price was learned."] : rows.map(\.text),
      asJSON: json)
  }
}
