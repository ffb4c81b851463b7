import ArgumentParser
import EventStore
import Intake
import Ledger

/// Which of Apple's terms hold.
struct Terms: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say which of Apple's terms hold: rates by storefront, and the numbers of tenure.",
    subcommands: [TermsPublish.self, TermsShow.self])
}

struct TermsPublish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish a file of terms; they take the place of those published before.",
    discussion: """
      {"terms": [{"name": "China 2026", "storefronts": ["CHN"], "from": "2026-03-01", \
      "rate": "0.25"}, {"name": "China 2026 after a year", "storefronts": ["CHN"], \
      "afterAYear": true, "from": "2026-03-01", "rate": "0.12"}], \
      "yearOfServiceSeconds": 31536000, "gapSecondsMax": 5184000}

      Fields of a row: name, storefronts, productType, programme, afterAYear, from, until, rate. A row \
      of a storefront takes the place of the standard one for the same programme and year. What is left \
      out is Apple's standard. Every charge that a publication concerns is rated anew, and a change \
      appended as a correction.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file, JSON.")
  var file: String
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let terms = try TermsFile.read(file)
    let settings = try options.settings()
    let (trust, keyring) = (try TrustedFiles(settings), try KeyringFile(settings).keyring)
    try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let composition = try await Composition(trust, keyring, on: database, logger: .quiet)
      let body = TermsLine(
        try await composition.intake.publish(terms.terms, terms.settings, in: environment.value))
      try json ? Printing.json(body) : Printing.text(body.lines)
    }
  }
}

struct TermsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the terms that stand.")

  @OptionGroup var options: SettingsOptions
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await Database.withLog(try options.settings()) { log, _ in
      let commons = Commons(try await log.commons())
      let body = TermsLine(
        commons.terms(in: environment.value), commons.settings(in: environment.value),
        in: environment.value)
      try json ? Printing.json(body) : Printing.text(body.lines)
    }
  }
}

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
    let programme: String?
    let afterAYear: Bool
    let from: String?
    let until: String?

    init(_ term: CommissionTerm) {
      name = term.name
      rate = CommissionRate.fraction(term.thousandths)
      storefronts = term.storefronts
      productType = term.productType?.rawValue
      programme = term.programme
      afterAYear = term.isAfterAYear
      from = term.validFrom?.description
      until = term.validUntil?.description
    }

    var text: String {
      let conditions = [
        storefronts.map { "in \($0.joined(separator: ", "))" }, productType.map { "for \($0)" },
        programme.map { "under \($0)" }, afterAYear ? "after a year" : nil,
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
