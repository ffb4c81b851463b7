import AppStoreSimulator
import ArgumentParser

struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Print the account that owns the most in an open store, to query the ledger with.")

  @OptionGroup var store: StoreOption

  func run() async throws {
    let customers = try await store.client.truth().customers
    let richest = customers.max { left, right in
      (left.truth.owned.count, left.truth.grants.count)
        < (right.truth.owned.count, right.truth.grants.count)
    }
    guard let richest else {
      throw CommandFailure("The store at \(store.appstore.url) has no customers.")
    }
    print(richest.account)
  }
}
