import ArgumentParser
import Foundation
import Server

struct AccountsReview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List the purchases whose owner or coins need an operator's look.",
    discussion: """
      Lists purchases that wait under a token that is not registered, and accounts that have coins of \
      another account's purchase. `accounts alias`, `accounts link --with-coins` and `accounts undo` \
      mend them. Reads the whole log. Events that cannot be read are named on standard error, with exit code 1.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let (purchases, unreadable) = try await Composition.with(
      try options.settings(), seals: false
    ) {
      try await ReviewedPurchase.all(in: $0)
    }
    let none = unreadable.isEmpty ? "Nothing needs a look." : "Nothing else needs a look."
    let lines = purchases.isEmpty ? [none] : purchases.map(\.line)
    try Printing.show(purchases, lines: lines, asJSON: json)
    if unreadable.isEmpty { return }
    try Printing.text(unreadable, to: .standardError)
    throw ExitCode(1)
  }
}
