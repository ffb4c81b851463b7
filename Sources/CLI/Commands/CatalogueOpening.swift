import ArgumentParser
import HTTP
import Intake
import Ledger

/// From when on purchases are granted here.
struct CatalogueOpening: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opening",
    abstract: "Say from when on the coins of purchases are granted here.",
    discussion: """
      What was bought before the opening was delivered elsewhere: it never grants coins here, nor does \
      it wait for a catalogue. Grants already made stay. Say it before the past of an app is taken in. \
      An opening can be moved: back, and what was bought since is granted; forward, and what was not \
      granted yet is not any more.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: "The first moment whose purchases are granted here, \(ReportMoment.rule).")
  var before: Instant
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let opening = try await composition.intake.declare(
        before: before, of: bundleID, in: environment.value)
      let body = OpeningBody(opening)
      try json ? Printing.json(body) : Printing.text(body.sentence)
    }
  }
}

/// An opening that stands.
struct OpeningBody: Encodable {
  let app: String
  let environment: String
  let before: String
  let declaredAt: String

  init(_ opening: OpeningDeclared) {
    app = opening.bundleID.rawValue
    environment = opening.environment.rawValue
    before = opening.before.description
    declaredAt = opening.decidedAt.description
  }

  var sentence: String {
    "Coins of \(app) in \(environment) are granted here for what is bought from \(before) on; "
      + "what was bought before was delivered elsewhere."
  }
}
