import AppStoreSimulator
import ArgumentParser

struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Print the account that owns the most in an open store, to query the ledger with.")

  @OptionGroup var store: StoreOption

  func run() async throws {
    let accounts = try await store.client.truth().accounts
    let richest = accounts.max { left, right in
      (left.owned.count, left.grants.count) < (right.owned.count, right.grants.count)
    }
    guard let richest else {
      throw CommandFailure("The store at \(store.appstore.url) has no customers.")
    }
    print(richest.account)
  }
}
