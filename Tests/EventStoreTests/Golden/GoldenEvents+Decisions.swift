import Foundation
import Ledger

/// The decisions about chains and their grants.
extension GoldenEvents {
  static let owned = ChainOwned(
    chain: chain, bundleID: app, account: anna, decidedAt: moment("2026-03-01T00:00:00.001Z"))

  static let ownershipChanges: [String: OwnershipChanged] = [
    "full": ownershipChange(
      [anna, ben], ben, .assigned, author: "kim", reason: "ticket 7", second: 1),
    "minimal": ownershipChange([ben], ben, .transferred, second: 2),
    "shared": ownershipChange([carl, anna, ben], carl, .shared, second: 3),
    "undone": ownershipChange([anna], carl, .undone, author: "kim", reason: "ticket 8", second: 4),
    "of no account": ownershipChange([], anna, .undone, author: "kim", reason: "", second: 5),
  ]

  private static func ownershipChange(
    _ owners: [AccountReference], _ account: AccountReference, _ cause: OwnershipChanged.Cause,
    author: String? = nil, reason: String? = nil, second: Int64
  ) -> OwnershipChanged {
    OwnershipChanged(
      chain: chain, bundleID: app, owners: owners, account: account, cause: cause, author: author,
      reason: reason, decidedAt: moment("2026-03-02T00:00:00.000Z") + .seconds(second))
  }

  static let grants: [String: GrantMade] = [
    "full": grant("gem", anna, quantity: 3, amount: 300, duringTrial: true),
    "minimal": grant("star", nil, quantity: 1, amount: 1, duringTrial: false),
  ]

  private static func grant(
    _ coin: Coin, _ account: AccountReference?, quantity: Int32, amount: Int64, duringTrial: Bool
  ) -> GrantMade {
    GrantMade(
      chain: chain, bundleID: app, account: account, transactionID: "2000000900000013",
      productID: "com.example.gems.100", coin: coin, quantity: quantity, amount: amount,
      duringTrial: duringTrial, catalog: 2, decidedAt: moment("2026-03-03T00:00:00.002Z"))
  }

  static let acknowledgement = GrantAcknowledged(
    chain: chain, bundleID: app, grant: GrantID(.production, "2000000900000013", "gem"),
    transactionID: "2000000900000013", coin: "gem",
    acknowledgedAt: moment("2026-03-04T00:00:00.003Z"))
}
