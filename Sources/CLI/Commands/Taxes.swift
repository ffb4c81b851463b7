import ArgumentParser
import HTTP
import Ledger
import Server

/// The commands about the taxes in prices.
struct Taxes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Learn and show the taxes in prices.",
    discussion: """
      No signed transaction tells a tax. The books estimate it by a dated table of standard rates, until \
      Apple's sales files tell another one.
      """,
    subcommands: [TaxesLearn.self, TaxesShow.self])
}

struct TaxesLearn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Read the taxes in prices from Apple's daily SALES files, and publish them.",
    discussion: """
      Reads all files that `daicho report reconciliation --apple-files` has kept, and lists the products \
      whose proceeds tell another tax than the table. With --by they are published: they replace those \
      of before, and the journal adjusts the charges from their days on; in closed periods nothing \
      changes. Apple's commission is that of the terms and programs: where it cannot be, nothing is \
      published.
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
      let body = try await composition.taxes.learn(bundleID, publishingBy: by)
      try Printing.show(body, lines: body.lines, asJSON: json)
    }
  }
}

struct TaxesShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the taxes that were learned from Apple's files.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let settings = try options.settings()
    let bundleID = try TrustedFiles(settings).apps.named(app)
    let table = try await Database.sharedState(settings).learnedTaxes(of: bundleID)
    let rows = table.sortedRows.map(TaxRowBody.init)
    try Printing.show(
      ["taxes": rows], lines: rows.isEmpty ? ["No tax was learned."] : rows.map(\.text),
      asJSON: json)
  }
}
