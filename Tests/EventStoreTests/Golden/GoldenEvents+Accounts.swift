import Foundation
import Ledger
import TestSupport

/// The decisions about accounts and their coins.
extension GoldenEvents {
  static let claims: [String: ChainClaimed] = ["full": claim(), "after an erasure": claim(1)]

  private static func claim(_ generation: Int = 0) -> ChainClaimed {
    ChainClaimed(
      chain: chain, account: anna, generation: generation,
      claimedAt: moment("2026-03-01T00:00:00.004Z"))
  }

  static let erasures: [String: AccountErased] = [
    "full": AccountErased(
      environment: environment, bundleID: app, account: anna,
      chains: ["2000000900000002", "2000000900000001"],
      erasedAt: moment("2026-04-01T00:00:00.005Z")),
    "minimal": AccountErased(
      environment: .sandbox, bundleID: app, account: ben, chains: [],
      erasedAt: moment("2026-04-02T00:00:00.006Z")),
    "with the name": AccountErased(
      environment: environment, bundleID: app, account: carl, chains: ["2000000900000001"],
      generation: 1, erasedAt: moment("2026-04-03T00:00:00.014Z")),
  ]

  static let aliases: [String: AccountAliased] = [
    "full": AccountAliased(
      environment: environment, bundleID: app, alias: ben, account: anna,
      decidedAt: moment("2026-03-05T00:00:00.007Z")),
    "an account of its own": AccountAliased(
      environment: environment, bundleID: app, alias: anna, account: anna,
      decidedAt: moment("2026-03-05T00:00:00.008Z")),
    "of a later generation": AccountAliased(
      environment: environment, bundleID: app, alias: ben, account: carl, generation: 2,
      decidedAt: moment("2026-03-05T00:00:00.015Z")),
  ]

  static let withdrawal = TokenWithdrawn(
    environment: environment, bundleID: app, token: ben, account: anna, generation: 1,
    author: "kim", reason: "ticket 12", decidedAt: moment("2026-03-07T00:00:00.016Z"))

  static let merges: [String: AccountsMerged] = [
    "full": merge(
      for: anna, number: 1, generation: 2, key: "merge-1",
      balances: [
        .init(
          coin: "gem", amount: -40,
          credits: [.init(grant: grantID, amount: 300, takenBack: 67, revision: 12)])
      ], names: [ben]),
    "with lots": merge(
      for: anna, number: 3,
      balances: [
        .init(
          coin: "gem", amount: 55,
          credits: [.init(grant: grantID, amount: 300, takenBack: 67, revision: 12)],
          coins: MovedCoins(
            lots: [
              BoughtLot(
                grantID, amount: 300, since: moment("2026-03-01T00:00:00.004Z"), left: 40,
                refundedAway: 7,
                taken: [
                  CoinPart(.bought(grant: grantID), 60), CoinPart(.earned, 5), CoinPart(.debt, 2),
                ])
            ], earned: 25, debts: [CoinDebt(grantID, 9), CoinDebt(nil, 1)]))
      ]),
    "minimal": merge(for: ben, number: 1),
    "undone": merge(for: ben, number: 2, author: "kim", reason: "ticket 13"),
  ]

  private static func merge(
    for account: AccountReference, number: Int, generation: Int = 0, key: IdempotencyKey? = nil,
    balances: [AccountsMerged.Balance] = [], names: [AccountReference] = [], author: String? = nil,
    reason: String? = nil
  ) -> AccountsMerged {
    AccountsMerged(
      environment: environment, bundleID: app, account: account, from: ben, into: anna,
      isUndone: author != nil, generation: generation, number: number, balances: balances,
      names: names, key: key, author: author, reason: reason,
      decidedAt: moment("2026-03-08T00:00:00.017Z"))
  }

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

  static let promotions: [String: PromotionGranted] = [
    "full": promotion(
      .product("com.example.month", .autoRenewable), ActAuthor(name: "kim", key: "a1b2c3d4")),
    "by name": promotion(
      .name("pro"), ActAuthor(name: "kim"), id: "3d0b5c1e-7f2a-4c4e-9b1d-0a6f3e2d1c0c"),
  ]

  private static func promotion(
    _ thing: PromotedThing, _ author: ActAuthor,
    id: String = "3d0b5c1e-7f2a-4c4e-9b1d-0a6f3e2d1c0b"
  ) -> PromotionGranted {
    PromotionGranted(
      environment: environment, bundleID: app, account: anna,
      id: uuid(id), thing: thing,
      until: moment("2026-04-09T00:00:00.018Z"), author: author, reason: "ticket 14",
      grantedAt: moment("2026-03-09T00:00:00.019Z"))
  }

  static let promotionWithdrawal = PromotionWithdrawn(
    environment: environment, bundleID: app, account: anna,
    id: uuid("3d0b5c1e-7f2a-4c4e-9b1d-0a6f3e2d1c0b"),
    author: ActAuthor(name: "kim", key: "a1b2c3d4"), reason: "ticket 15",
    withdrawnAt: moment("2026-03-10T00:00:00.020Z"))

  private static let grantID = GrantID(.production, "2000000900000013", "gem")

  static let movements: [String: CoinsMoved] = [
    "credited": movement(.credited(grant: grantID, amount: 300)),
    "taken back": movement(.takenBack(grant: grantID, total: 67, revision: 12)),
    "spent": movement(.spent(amount: 20), key: "spend-1", reference: "castle/Zürich"),
    "spent without a reference": movement(.spent(amount: 21), key: "spend-2"),
    "spent, bought first": movement(.spent(amount: 22), key: "spend-3", spendFirst: .bought),
    "earned": movement(
      .earned(amount: 30, source: "quest"), key: "credit-1", reference: "quest/7"),
    "reversed": movement(
      .reversed(
        entry: WalletEntryID(key: GoldenEvents.uuid("0A0B0C0D-0000-4000-8000-000000000008")),
        amount: 22,
        parts: [CoinPart(.bought(grant: grantID), 20), CoinPart(.earned, 2)]), key: "reverse-1"),
    "adjusted": movement(
      .adjusted(amount: -5, reason: "ticket 9", author: "kim"), key: "adjust-1"),
    "adjusted without a key": movement(
      .adjusted(amount: 6, reason: "ticket 10", author: "kim")),
    "adjusted with an API key": movement(
      .adjusted(amount: 7, reason: "ticket 11", author: "kim"), key: "adjust-2", apiKey: "a1b2c3d4"),
    "adjusted by two persons": movement(
      .adjusted(amount: 9_000, reason: "ticket 12", author: "kim"), key: "adjust-3",
      apiKey: "a1b2c3d4", secondPerson: ActAuthor(name: "bob", key: "0022ccdd")),
    "reserved for a time": movement(
      .reserved(amount: 42), key: "reserve-3",
      expiresAt: moment("2026-03-07T00:01:00.011Z")),
    "taken back, delivered elsewhere": CoinsMoved(
      environment: environment, bundleID: app, account: anna, coin: "gem",
      movement: .takenBack(
        grant: GrantID(.production, "2000000900000013", "gem"), total: 8, revision: 77),
      deliveredElsewhere: true, movedAt: moment("2026-03-07T00:00:00.013Z")),
    "reserved": movement(.reserved(amount: 40), key: "reserve-1", reference: "auction"),
    "committed": movement(.committed(reservation: "reserve-1", amount: 40), key: "commit-1"),
    "cancelled": movement(.canceled(reservation: "reserve-2", amount: 41), key: "cancel-1"),
  ]

  private static func movement(
    _ movement: CoinMovement, key: IdempotencyKey? = nil, reference: String? = nil,
    apiKey: String? = nil, secondPerson: ActAuthor? = nil, expiresAt: Instant? = nil,
    spendFirst: SpendOrder? = nil
  ) -> CoinsMoved {
    CoinsMoved(
      environment: environment, bundleID: app, account: anna, coin: "gem", movement: movement,
      key: key, reference: reference, apiKey: apiKey, secondPerson: secondPerson,
      expiresAt: expiresAt, spendFirst: spendFirst, movedAt: moment("2026-03-07T00:00:00.011Z"))
  }
}
