import ArgumentParser
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

  @OptionGroup var options: LearningOptions

  func run() async throws {
    try await options.run { parts, app, author in
      try await parts.taxes.learn(app, publishingBy: author)
    }
  }
}

struct TaxesShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the taxes that were learned from Apple's files.")

  @OptionGroup var options: LessonOptions

  func run() async throws {
    try await options.show("taxes", else: "No tax was learned.", text: \.text) { shared, app in
      shared.learnedTaxes(of: app).sortedRows.map(TaxRowBody.init)
    }
  }
}
