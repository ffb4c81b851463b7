import ArgumentParser
import Foundation
import HTTP
import Ledger
import Projections

struct AccountsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an account's names, its purchases with their owners, and coins elsewhere.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The account, by any of its names.")
  var account: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
  }

  func run() async throws {
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let key = AccountKey(
        environment: environment.value, bundleID: bundleID, account: AccountID(account))
      try await composition.database.project(composition.log)
      try await composition.reader.requireNamed(key)
      try await AccountSheet(key, from: composition.reader).show(asJSON: json)
    }
  }
}

/// The names and purchases of an account, and coins that are not where the purchases are.
struct AccountSheet: Encodable {
  struct Purchase: Encodable {
    let originalTransactionId: String
    let owners: [String]
  }

  let account: String
  let aliases: [String]
  let purchases: [Purchase]
  let coinsElsewhere: [ForeignCoins]

  init(_ key: AccountKey, from reader: Reader) async throws {
    let resolution = try await reader.resolve(key.reference)
    let chains = try await reader.chains(of: key)
    var names = try await reader.names(
      of: resolution.names.union(chains.flatMap(\.owners)))
    names[key.reference] = key.account
    func text(_ reference: AccountReference) -> String {
      names[reference]?.rawValue ?? reference.key.uuidString.lowercased()
    }
    let account = text(resolution.account)
    self.account = account
    aliases = resolution.names.subtracting([resolution.account]).map(text).sorted()
    purchases = chains.map { chain in
      Purchase(
        originalTransactionId: chain.chain.originalTransactionID.rawValue,
        owners: chain.owners.map { resolution.names.contains($0) ? account : text($0) })
    }
    coinsElsewhere = try await reader.foreignCoins(of: key, owning: chains)
  }

  var lines: [String] {
    ["Account \(account)", "", "Aliases:"]
      + (aliases.isEmpty ? ["none"] : aliases).map { "  \($0)" }
      + ["", "Purchases:"] + (purchases.isEmpty ? ["  none"] : purchases.map(\.line))
      + (coinsElsewhere.isEmpty
        ? [] : ["", "Coins that are not with the purchase:"] + coinsElsewhere.map(\.line))
  }

  func show(asJSON: Bool) throws {
    try asJSON ? Printing.json(self) : Printing.text(lines)
  }
}

extension AccountSheet.Purchase {
  fileprivate var line: String {
    let owners =
      owners.isEmpty ? "the account that its token names" : owners.joined(separator: ", ")
    return "  \(originalTransactionId)  belongs to \(owners)"
  }
}
