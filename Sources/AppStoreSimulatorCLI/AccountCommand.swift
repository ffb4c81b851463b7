import AppStoreSimulator
import ArgumentParser

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Name a customer of a year who owns the most at its end.",
    discussion:
      "For asking the ledger about. The options must be those that the year was lived with.")

  @OptionGroup var options: YearOptions

  func run() throws {
    let richest = try options.year().expected.max { $0.owned.count < $1.owned.count }
    if let richest { print(richest.account) }
  }
}
