import ArgumentParser
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

  @OptionGroup var options: LearningOptions

  func run() async throws {
    try await options.run { parts, app, author in
      try await parts.prices.learn(app, publishingBy: author)
    }
  }
}

struct PricesShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the prices of the app that are in force.")

  @OptionGroup var options: LessonOptions

  func run() async throws {
    try await options.show("prices", else: "No price was learned.", text: \.text) { shared, app in
      (shared.prices(of: app)?.rows ?? []).map(PriceRowBody.init)
    }
  }
}
