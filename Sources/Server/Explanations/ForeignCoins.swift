import Foundation
import HTTP
import Ledger
import Projections

/// Coins of a purchase that another account has, because the purchase moved after they were
/// credited or acknowledged.
struct ForeignCoins: Encodable, Hashable {
  let originalTransactionId: String
  let grant: String
  let coin: String
  /// The amount that was not taken back.
  let amount: Int64
  /// The account that has the coins.
  let holder: String
  /// The owner of the purchase; nil while it waits for one.
  let owner: String?

  var line: String {
    "  \(originalTransactionId)  \(amount) \(coin) of grant \(grant)  \(holder) has them, "
      + (owner.map { "the purchase belongs to \($0)" } ?? "the purchase waits for an owner")
  }
}

/// A search for coins of purchases that other accounts have.
struct ForeignCoinSearch: Sendable {
  private static let pageMax = 500

  private let reader: Reader

  init(by reader: Reader) {
    self.reader = reader
  }

  /// Returns the coins that an account has of others' purchases, and those that others have of the
  /// account's own.
  ///
  /// - Parameter chains: the chains that belong to the account.
  func coins(
    of key: AccountKey, owning chains: [ChainState]
  ) async throws -> [ForeignCoins] {
    let own = Set(chains.map(\.chain))
    var found: [ForeignCoins] = []
    for chain in chains {
      for status in try await statuses(of: chain.chain) where status.account != nil {
        found += try await foreign(status, by: chain)
      }
    }
    for transaction in try await transactions(grantedTo: key) {
      guard
        let chain = try await reader.chains.chain(
          of: transaction, in: key.bundleID, key.environment),
        !own.contains(chain), let state = try await reader.chains.purchase(chain)?.value
      else { continue }
      for status in try await statuses(of: chain) where status.grant.transactionID == transaction {
        found += try await foreign(status, by: state)
      }
    }
    return found
  }

  private func foreign(_ status: GrantStatus, by chain: ChainState) async throws -> [ForeignCoins] {
    guard let holder = status.account, status.grant.amount > status.takenBack else { return [] }
    let account = try await reader.names.resolve(holder).account
    for owner in chain.owners where try await reader.names.resolve(owner).account == account {
      return []
    }
    let name = try await reader.names.names(of: [account])[account]?.rawValue
    return [
      ForeignCoins(
        originalTransactionId: chain.chain.originalTransactionID.rawValue,
        grant: status.grant.id.description, coin: status.grant.coin.rawValue,
        amount: status.grant.amount - status.takenBack,
        holder: name ?? account.key.uuidString.lowercased(),
        owner: try await reader.names.account(of: chain)?.rawValue)
    ]
  }

  private func statuses(of chain: ChainID) async throws -> [GrantStatus] {
    GrantBook(ChainState(chain), grants: try await reader.history.events(of: .chain(chain)))
      .statuses
  }

  private func transactions(grantedTo key: AccountKey) async throws -> Set<TransactionID> {
    let filter = GrantFilter(
      accounts: try await reader.names.resolve(key.reference).names.sorted(),
      environment: key.environment,
      bundleID: key.bundleID)
    var (found, after) = (Set<TransactionID>(), Position())
    while true {
      let page = try await reader.grants.page(filter, after: after, limit: Self.pageMax).value
      found.formUnion(page.grants.map(\.transactionID))
      guard let next = page.next else { return found }
      after = next
    }
  }
}
