import Foundation
import Ledger
package import Projections

/// The names and purchases of an account, and coins that are not where the purchases are.
package struct AccountSheet: Encodable {
  struct Purchase: Encodable {
    let originalTransactionId: String
    let owners: [String]
  }

  let account: String
  let aliases: [String]
  let purchases: [Purchase]
  let coinsElsewhere: [ForeignCoins]

  package init(_ key: AccountKey, from reader: Reader) async throws {
    let resolution = try await reader.names.resolve(key.reference)
    let chains = try await reader.chains.chains(of: key).value
    var names = try await reader.names.names(
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
    coinsElsewhere = try await ForeignCoinSearch(by: reader).coins(of: key, owning: chains)
  }

  package var lines: [String] {
    ["Account \(account)", "", "Aliases:"]
      + (aliases.isEmpty ? ["none"] : aliases).map { "  \($0)" }
      + ["", "Purchases:"] + (purchases.isEmpty ? ["  none"] : purchases.map(\.line))
      + (coinsElsewhere.isEmpty
        ? [] : ["", "Coins that are not with the purchase:"] + coinsElsewhere.map(\.line))
  }
}

extension AccountSheet.Purchase {
  fileprivate var line: String {
    let owners =
      owners.isEmpty ? "the account that its token names" : owners.joined(separator: ", ")
    return "  \(originalTransactionId)  belongs to \(owners)"
  }
}

extension NameReader {
  /// Throws a failure if no event names the account, since its name may be misspelled. An account
  /// that has nothing is another thing.
  package func requireNamed(_ key: AccountKey) async throws {
    guard try await !isNamed(key) else { return }
    throw Failure(
      "no event names the account \(key.account) of \(key.bundleID) in "
        + "\(key.environment.rawValue): check its spelling, --app and --environment")
  }
}
