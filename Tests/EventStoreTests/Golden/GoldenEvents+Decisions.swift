import Foundation
import Ledger
import TestSupport

/// The decisions about chains and their grants.
extension GoldenEvents {
  static let owned = ChainOwned(
    chain: chain, account: anna, decidedAt: moment("2026-03-01T00:00:00.001Z"))

  static let ownershipChanges: [String: OwnershipChanged] = [
    "full": ownershipChange(
      [anna, ben], ben, .assigned, author: "kim", reason: "ticket 7", second: 1),
    "minimal": ownershipChange([ben], ben, .transferred, second: 2),
    "shared": ownershipChange([carl, anna, ben], carl, .shared, second: 3),
    "undone": ownershipChange([anna], carl, .undone, author: "kim", reason: "ticket 8", second: 4),
    "of no account": ownershipChange([], anna, .undone, author: "kim", reason: "", second: 5),
    "by numbered rules": ownershipChange([], anna, .erased, rules: 2, second: 6),
  ]

  private static func ownershipChange(
    _ owners: [AccountReference], _ account: AccountReference, _ cause: OwnershipChanged.Cause,
    author: String? = nil, reason: String? = nil, rules: Int? = nil, second: Int64
  ) -> OwnershipChanged {
    OwnershipChanged(
      chain: chain, owners: owners, account: account, cause: cause, author: author,
      reason: reason, rules: rules, decidedAt: moment("2026-03-02T00:00:00.000Z") + .seconds(second)
    )
  }

  static let grants: [String: GrantMade] = [
    "full": grant("gem", anna, quantity: 3, amount: 300, duringTrial: true),
    "minimal": grant("star", nil, quantity: 1, amount: 1, duringTrial: false),
    "by the rules of 3": grant(
      "dust", ben, quantity: 1, amount: 7, duringTrial: false, onUpgrade: .keep, wallet: .game,
      rules: 3),
    "delivered elsewhere": grant(
      "gem", ben, quantity: 1, amount: 8, duringTrial: false, wallet: .daicho, rules: 3,
      deliveredBefore: moment("2026-04-01T00:00:00.000Z")),
  ]

  private static func grant(
    _ coin: Coin, _ account: AccountReference?, quantity: Int32, amount: Int64, duringTrial: Bool,
    onUpgrade: UpgradeRule? = nil, wallet: CoinWallet? = nil, rules: Int? = nil,
    deliveredBefore: Instant? = nil
  ) -> GrantMade {
    GrantMade(
      chain: chain, account: account, transactionID: "2000000900000013",
      productID: "com.example.gems.100", coin: coin, quantity: quantity, amount: amount,
      duringTrial: duringTrial, catalog: 2, onUpgrade: onUpgrade, wallet: wallet, rules: rules,
      deliveredBefore: deliveredBefore, decidedAt: moment("2026-03-03T00:00:00.002Z"))
  }

  static let posts: [String: ChainPosted] = [
    "of a signed item": post(isSigned: true), "of an id": post(isSigned: false),
  ]

  private static func post(isSigned: Bool) -> ChainPosted {
    ChainPosted(
      chain: chain, account: anna, isSigned: isSigned,
      postedAt: moment("2026-03-01T00:00:00.011Z"))
  }

  static let replacement = ChainReplaced(
    chain: chain, successor: "2000000900000077",
    learnedAt: moment("2026-03-01T00:00:00.012Z"))

  static let assignments: [String: GrantAssigned] = [
    "full": assignment(
      to: ben, from: anna, .moved, number: 2, author: "kim", reason: "ticket 11"),
    "minimal": assignment(to: anna, from: nil, .found, number: 1),
    "to no account": assignment(to: nil, from: anna, .linkLost, number: 3),
    "undone": assignment(to: anna, from: ben, .undone, number: 4, author: "kim", reason: "t"),
  ]

  private static func assignment(
    to account: AccountReference?, from: AccountReference?, _ cause: GrantAssigned.Cause,
    number: Int, author: String? = nil, reason: String? = nil
  ) -> GrantAssigned {
    GrantAssigned(
      of: grant("gem", anna, quantity: 3, amount: 300, duringTrial: true), to: account, from: from,
      cause: cause, number: number, author: author, reason: reason,
      decidedAt: moment("2026-03-05T00:00:00.013Z"))
  }

  static let acknowledgements: [String: GrantAcknowledged] = [
    "full": acknowledgement("gem", booked: nil),
    "with an amount": acknowledgement("dust", booked: 5),
  ]

  private static func acknowledgement(_ coin: Coin, booked: Int64?) -> GrantAcknowledged {
    GrantAcknowledged(
      chain: chain, grant: GrantID(.production, "2000000900000013", coin),
      transactionID: "2000000900000013", coin: coin, bookedAmount: booked,
      acknowledgedAt: moment("2026-03-04T00:00:00.003Z"))
  }
}
