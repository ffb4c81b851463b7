import Foundation
import Ledger

/// The decisions about accounts and their coins.
extension GoldenEvents {
  static let claimed = ChainClaimed(
    chain: chain, bundleID: app, account: anna, claimedAt: moment("2026-03-01T00:00:00.004Z"))

  static let erasures: [String: AccountErased] = [
    "full": AccountErased(
      environment: environment, bundleID: app, account: anna,
      chains: ["2000000900000002", "2000000900000001"],
      erasedAt: moment("2026-04-01T00:00:00.005Z")),
    "minimal": AccountErased(
      environment: .sandbox, bundleID: app, account: ben, chains: [],
      erasedAt: moment("2026-04-02T00:00:00.006Z")),
  ]

  static let aliases: [String: AccountAliased] = [
    "full": AccountAliased(
      environment: environment, bundleID: app, alias: ben, account: anna,
      decidedAt: moment("2026-03-05T00:00:00.007Z")),
    "an account of its own": AccountAliased(
      environment: environment, bundleID: app, alias: anna, account: anna,
      decidedAt: moment("2026-03-05T00:00:00.008Z")),
  ]

  static let aliasClaim = AliasClaimed(
    environment: environment, bundleID: app, account: anna, alias: ben,
    claimedAt: moment("2026-03-05T00:00:00.009Z"))

  static let consents: [String: ConsentChanged] = [
    "given": consent(true, number: 1), "taken back": consent(false, number: 2),
  ]

  private static func consent(_ given: Bool, number: Int) -> ConsentChanged {
    ConsentChanged(
      environment: environment, bundleID: app, account: anna, given: given, number: number,
      changedAt: moment("2026-03-06T00:00:00.010Z"))
  }

  private static let grantID = GrantID(.production, "2000000900000013", "gem")

  static let movements: [String: CoinsMoved] = [
    "credited": movement(.credited(grant: grantID, amount: 300)),
    "taken back": movement(.takenBack(grant: grantID, total: 67, revision: 12)),
    "spent": movement(.spent(amount: 20), key: "spend-1", reference: "castle/Zürich"),
    "spent without a reference": movement(.spent(amount: 21), key: "spend-2"),
    "adjusted": movement(
      .adjusted(amount: -5, reason: "ticket 9", author: "kim"), key: "adjust-1"),
    "adjusted without a key": movement(
      .adjusted(amount: 6, reason: "ticket 10", author: "kim")),
    "reserved": movement(.reserved(amount: 40), key: "reserve-1", reference: "auction"),
    "committed": movement(.committed(reservation: "reserve-1", amount: 40), key: "commit-1"),
    "cancelled": movement(.canceled(reservation: "reserve-2", amount: 41), key: "cancel-1"),
  ]

  private static func movement(
    _ movement: CoinMovement, key: IdempotencyKey? = nil, reference: String? = nil
  ) -> CoinsMoved {
    CoinsMoved(
      environment: environment, bundleID: app, account: anna, coin: "gem", movement: movement,
      key: key, reference: reference, movedAt: moment("2026-03-07T00:00:00.011Z"))
  }
}
