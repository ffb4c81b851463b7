import ArgumentParser
import Intake
import Ledger
import Server

/// The commands about Apple's commission terms.
struct Terms: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish and show Apple's terms: rates by storefront, and the limits of tenure.",
    subcommands: [TermsPublish.self, TermsShow.self])
}

struct TermsPublish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a file of terms, which replaces those published before.",
    discussion: """
      {"terms": [{"name": "China 2026", "storefronts": ["CHN"], "from": "2026-03-01", \
      "rate": "0.25"}, {"name": "China 2026 after a year", "storefronts": ["CHN"], \
      "afterAYear": true, "from": "2026-03-01", "rate": "0.12"}], \
      "yearOfServiceSeconds": 31492800, "gapSecondsMax": 5187600}

      Fields of a row: name, storefronts, productType, program, afterAYear, from, until, rate. A \
      row of a storefront replaces the standard one for the same program and year. Values that are \
      left out are Apple's standard. Every charge that a publication concerns is rated again, and \
      a changed rate is appended as a correction.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file, JSON.", completion: .file())
  var file: String
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let terms = try TermsFile.read(file)
    try await Composition.with(try options.settings()) { composition in
      let body = TermsLine(
        try await composition.intake.commission.publish(
          terms.terms, terms.settings, in: environment.value, signed: act.signature))
      try Printing.show(body, lines: body.lines, asJSON: json)
    }
  }
}

struct TermsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the terms in force.")

  @OptionGroup var options: SettingsOptions
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let shared = try await Database.sharedState(try options.settings())
    let body = TermsLine(
      shared.terms(in: environment.value), shared.settings(in: environment.value),
      in: environment.value)
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}

/// Apple's terms in an environment, as printed.
private struct TermsLine: Encodable {
  let environment: String
  let yearOfServiceSeconds: Int64
  let gapSecondsMax: Int64
  let terms: [Row]

  struct Row: Encodable {
    let name: String
    let rate: String
    let storefronts: [String]?
    let productType: String?
    let program: String?
    let afterAYear: Bool
    let from: String?
    let until: String?

    init(_ term: CommissionTerm) {
      name = term.name
      rate = CommissionRate.fraction(term.thousandths)
      storefronts = term.storefronts
      productType = term.productType?.rawValue
      program = term.program
      afterAYear = term.isAfterAYear
      from = term.validFrom?.description
      until = term.validUntil?.description
    }

    var text: String {
      let conditions = [
        storefronts.map { "in \($0.joined(separator: ", "))" }, productType.map { "for \($0)" },
        program.map { "under \($0)" }, afterAYear ? "after a year" : nil,
        from.map { "from \($0)" }, until.map { "until \($0)" },
      ]
      return (["  \(rate)  \(name)"] + conditions.compactMap(\.self)).joined(separator: "  ")
    }
  }

  init(_ published: TermsPublished) {
    self.init(published.terms, published.settings, in: published.environment)
  }

  init(_ terms: CommissionTerms, _ settings: TenureSettings, in environment: StoreEnvironment) {
    self.environment = environment.rawValue
    yearOfServiceSeconds = settings.yearOfService.components.seconds
    gapSecondsMax = settings.gapMax.components.seconds
    self.terms = terms.rows.map(Row.init)
  }

  var lines: [String] {
    [
      "Terms in \(environment): a year of service is \(yearOfServiceSeconds) s, "
        + "a gap keeps it up to \(gapSecondsMax) s"
    ] + terms.map(\.text)
  }
}
