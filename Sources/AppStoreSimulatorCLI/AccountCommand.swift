import AppStoreSimulator
import ArgumentParser

struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Name the customer of an open store who owns the most, to ask the ledger about.")

  @Option(help: ArgumentHelp("Where the store is open.", valueName: "url"))
  var appstore = "http://127.0.0.1:\(ServeCommand.portOfDefault)"

  func run() async throws {
    let richest = try await StoreClient(url: appstore).truth().max {
      $0.owned.count < $1.owned.count
    }
    if let richest { print(richest.customer) }
  }
}
