import ArgumentParser
import Server

struct AccountsReview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List the purchases whose owner or coins need an operator's look.",
    discussion: """
      Lists purchases that wait under a token that is not registered, accounts that have coins of \
      another account's purchase, owners recorded under earlier rules that the present rules \
      would not choose, and periods that earlier rules granted twice. `accounts alias`, `accounts link --with-coins` and `accounts undo` mend \
      them. Reads the whole log.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await Composition.with(try options.settings()) { composition in
      let purchases = try await ReviewedPurchase.all(in: composition)
      let lines = purchases.isEmpty ? ["Nothing needs a look."] : purchases.map(\.line)
      try Printing.show(purchases, lines: lines, asJSON: json)
    }
  }
}
