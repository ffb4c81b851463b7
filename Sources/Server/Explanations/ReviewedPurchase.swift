import EventStore
import Foundation
import Intake
import Ledger
import Synchronization

/// A purchase whose owner or coins need an operator's look.
package struct ReviewedPurchase: Encodable, Sendable {
  struct Holding: Encodable, Sendable {
    let account: String
    let coin: String
    let amount: Int64
  }

  enum Finding: String, Encodable, Sendable {
    case waiting, coinsElsewhere
  }

  let environment: String
  let app: String
  let originalTransactionId: String
  let finding: Finding
  var appAccountToken: String?
  var owner: String?
  var holders: [Holding]?

  /// Returns the purchases of the whole log that need a look, and a line for each event that cannot be read.
  package static func all(
    in composition: Composition
  ) async throws -> (purchases: [ReviewedPurchase], unreadable: [String]) {
    let found = Mutex<[OwnershipReview.Item]>([])
    let extent = try await OwnershipReview(
      pool: composition.database.pool, log: composition.log
    ).review { item in found.withLock { $0.append(item) } }
    let items = found.withLock(\.self)
    let names = try await composition.log.names(of: items.flatMap(\.accounts))
    return (
      items.map { ReviewedPurchase($0, names) },
      extent.unreadable.map {
        "Event \($0.id) cannot be read: \($0.reason); its purchase or account was not judged"
      }
    )
  }

  private init(_ item: OwnershipReview.Item, _ names: [AccountReference: AccountID]) {
    func text(_ account: AccountReference) -> String {
      names[account]?.rawValue ?? account.key.uuidString.lowercased()
    }
    environment = item.chain.environment.rawValue
    app = item.chain.bundleID.rawValue
    originalTransactionId = item.chain.originalTransactionID.rawValue
    switch item.matter {
    case .waiting(let token):
      (finding, appAccountToken) = (.waiting, token?.uuidString.lowercased())
    case .coinsElsewhere(let account, let holdings):
      (finding, owner) = (.coinsElsewhere, account.map(text))
      holders = holdings.map {
        Holding(account: text($0.account), coin: $0.coin.rawValue, amount: $0.amount)
      }
    }
  }

  package var line: String {
    let purchase = "\(originalTransactionId) in \(environment)"
    switch finding {
    case .waiting:
      return "\(purchase) waits under token \(appAccountToken ?? "that no fact repeats"), which is "
        + "not registered"
    case .coinsElsewhere:
      let coins = (holders ?? []).map { "\($0.account) has \($0.amount) \($0.coin)" }
      return "\(purchase) belongs to \(owner ?? "no account"), but "
        + coins.joined(separator: ", ")
    }
  }
}

extension OwnershipReview.Item {
  fileprivate var accounts: [AccountReference] {
    switch matter {
    case .waiting: []
    case .coinsElsewhere(let owner, let holders):
      [owner].compactMap(\.self) + holders.map(\.account)
    }
  }
}
