import Foundation
import ReferenceModels
import Testing

@testable import Ledger

@Suite struct CoinReportTests {
  private static let hero = AccountReference(.production, DebtLife.app, "hero")
  private static let guest = AccountReference(.production, DebtLife.app, "guest")

  private func grant(_ transaction: TransactionID, of product: ProductID, _ amount: Int64)
    -> GrantMade
  {
    GrantMade(
      chain: ChainID(DebtLife.app, .production, "1"), account: Self.hero,
      transactionID: transaction, productID: product, coin: "gem", quantity: 1, amount: amount,
      duringTrial: false, catalog: 1, decidedAt: .told("2026-01-01"))
  }

  private func moved(
    _ movement: CoinMovement, _ day: String, by account: AccountReference = hero,
    key: IdempotencyKey? = nil, until end: String? = nil, returned: ReturnedCoins? = nil
  ) -> LedgerEvent {
    .account(
      .coinsMoved(
        CoinsMoved(
          environment: .production, bundleID: DebtLife.app, account: account, coin: "gem",
          movement: movement, key: key, expiresAt: end.map(Instant.told), returned: returned,
          movedAt: .told(day))))
  }

  /// A life in which two products brought 100 gems each, on the first two days.
  private func life(_ events: (LedgerEvent, String)...) -> DebtLife {
    var life = DebtLife()
    for (number, product) in ["small", "large"].enumerated() {
      let grant = grant(TransactionID("\(number + 1)"), of: ProductID(product), 100)
      let day = "2026-01-0\(number + 1)"
      life.record(.chain(.grantMade(grant)), at: .told(day))
      life.record(
        moved(.credited(grant: grant.id, amount: 100), day), at: .told(day), lane: 2)
    }
    for (event, day) in events { life.record(event, at: .told(day), lane: 2) }
    return life
  }

  private func rows(
    _ life: DebtLife, _ from: String? = nil, _ to: String = "2026-02-01",
    closes: [ModelClose] = [], mutation: DebtMutation? = nil
  ) -> [String: [Int]] {
    let figures = [
      "opening", "granted", "takenBack", "spent", "adjusted", "erased", "closing", "debt",
      "reserved",
    ]
    let rows = CoinReportModel(life.facts(closes: closes), mutation: mutation)
      .rows(of: life.question(from, to))
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        (row["product"] ?? "", figures.map { Int(row[$0] ?? "") ?? .min })
      })
  }

  private var small: GrantID { grant("1", of: "small", 100).id }
  private var large: GrantID { grant("2", of: "large", 100).id }

  @Test func `the oldest coins are spent first`() {
    let life = life((moved(.spent(amount: 130), "2026-01-10", key: "a"), "2026-01-10"))
    #expect(
      rows(life) == [
        "small": [0, 100, 0, 100, 0, 0, 0, 0, 0], "large": [0, 100, 0, 30, 0, 0, 70, 0, 0],
      ])
    #expect(rows(life, "2026-01-10")["large"] == [100, 0, 0, 30, 0, 0, 70, 0, 0])
    #expect(rows(life, mutation: .spendsNewestFirst)["small"]?[3] == 30)
  }

  @Test func `without the division by product a coin has one row`() {
    let life = life((moved(.spent(amount: 130), "2026-01-10", key: "a"), "2026-01-10"))
    var question = life.question(nil, "2026-02-01")
    question.divisions = [.currency]
    let rows = CoinReportModel(life.facts()).rows(of: question)
    #expect(rows.count == 1 && rows[0]["coin"] == "gem" && rows[0]["product"] == nil)
    #expect(rows[0]["granted"] == "200" && rows[0]["closing"] == "70")
  }

  @Test func `coins that were delivered elsewhere are taken back without a grant`() {
    let life = life(
      (
        moved(
          .takenBack(grant: grant("9", of: "old", 50).id, total: 50, revision: 9), "2026-01-10"),
        "2026-01-10"
      ))
    // No recorded grant names the product. The oldest coins pay for it.
    #expect(rows(life)[""] == [0, 0, 50, -50, 0, 0, 0, 0, 0])
    #expect(rows(life)["small"] == [0, 100, 0, 50, 0, 0, 50, 0, 0])
  }

  @Test func `a reversal after an undone merge returns coins to the account that lost them`() {
    let merge = merge("2026-01-10")
    let returned = ReturnedCoins(amount: 40, holder: Self.hero, account: Self.guest)
    let back = CoinMovement.takenBack(grant: small, total: 0, revision: 11)
    let life = life(
      (.account(.accountsMerged(merge)), "2026-01-10"),
      (
        moved(.takenBack(grant: small, total: 40, revision: 9), "2026-01-11", by: Self.guest),
        "2026-01-11"
      ),
      (
        .account(.accountsMerged(self.merge("2026-01-20", isUndone: true, takenBack: 40))),
        "2026-01-20"
      ),
      (moved(back, "2026-01-21", returned: returned), "2026-01-21"),
      (moved(back, "2026-01-21", by: Self.guest, returned: returned), "2026-01-21"))
    #expect(rows(life, nil, "2026-01-21")["small"] == [0, 100, 40, 0, 0, 0, 60, 40, 0])
    #expect(rows(life)["small"] == [0, 100, 0, 0, 0, 0, 100, 0, 0])
  }

  @Test func `a refund counts for its product although the coins were spent`() {
    let life = life(
      (moved(.spent(amount: 100), "2026-01-10", key: "a"), "2026-01-10"),
      (
        moved(.takenBack(grant: small, total: 100, revision: 9), "2026-01-11"), "2026-01-11"
      ))
    // 100 gems of the other product are left and pay for what was spent.
    #expect(rows(life)["small"] == [0, 100, 100, 0, 0, 0, 0, 0, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 100, 0, 0, 0, 0, 0])
  }

  @Test func `a refund takes what is left of its own purchase first`() {
    let life = life(
      (
        moved(.takenBack(grant: large, total: 100, revision: 9), "2026-01-11"), "2026-01-11"
      ))
    #expect(rows(life)["small"] == [0, 100, 0, 0, 0, 0, 100, 0, 0])
    #expect(rows(life)["large"] == [0, 100, 100, 0, 0, 0, 0, 0, 0])
    #expect(rows(life, mutation: .takesBackOldest)["small"]?[6] == 0)
  }

  @Test func `players owe what they lack`() {
    let life = life(
      (moved(.spent(amount: 160), "2026-01-10", key: "a"), "2026-01-10"),
      (
        moved(.takenBack(grant: small, total: 100, revision: 9), "2026-01-11"), "2026-01-11"
      ),
      (
        moved(.takenBack(grant: small, total: 80, revision: 10), "2026-01-12"), "2026-01-12"
      ))
    // 200 − 160 − 80 = −40
    #expect(rows(life)["small"] == [0, 100, 80, 60, 0, 0, -40, 40, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 100, 0, 0, 0, 0, 0])
  }

  @Test func `adjustments have no product, and take earned coins before the oldest`() {
    let life = life(
      (
        moved(.adjusted(amount: 50, reason: "gift", author: "ann"), "2026-01-10", key: "a"),
        "2026-01-10"
      ),
      (
        moved(.adjusted(amount: -110, reason: "cheat", author: "ann"), "2026-01-11", key: "b"),
        "2026-01-11"
      ))
    #expect(rows(life, nil, "2026-01-11")[""] == [0, 0, 0, 0, 50, 0, 50, 0, 0])
    #expect(rows(life)[""] == nil)
    #expect(rows(life)["small"] == [0, 100, 0, 0, -60, 0, 40, 0, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 0, 0, 0, 100, 0, 0])
  }

  @Test func `a reservation holds the oldest coins until it ends`() {
    let life = life(
      (
        moved(.reserved(amount: 100), "2026-01-10", key: "a", until: "2026-01-20"), "2026-01-10"
      ),
      (moved(.spent(amount: 40), "2026-01-11", key: "b"), "2026-01-11"),
      (moved(.spent(amount: 40), "2026-01-21", key: "c"), "2026-01-21"))
    #expect(rows(life, nil, "2026-01-20")["small"] == [0, 100, 0, 0, 0, 0, 100, 0, 100])
    #expect(
      rows(life, nil, "2026-01-20T00:00:00.001")["small"] == [0, 100, 0, 0, 0, 0, 100, 0, 0])
    #expect(rows(life)["small"] == [0, 100, 0, 40, 0, 0, 60, 0, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 40, 0, 0, 60, 0, 0])
    #expect(rows(life, mutation: .reservationsNeverEnd)["small"]?[8] == 100)
  }

  @Test func `a reservation is spent or canceled as a whole`() {
    let life = life(
      (moved(.reserved(amount: 120), "2026-01-10", key: "a"), "2026-01-10"),
      (
        moved(.committed(reservation: "a", amount: 120), "2026-01-11", key: "b"), "2026-01-11"
      ),
      (moved(.reserved(amount: 60), "2026-01-12", key: "c"), "2026-01-12"),
      (
        moved(.canceled(reservation: "c", amount: 60), "2026-01-13", key: "d"), "2026-01-13"
      ))
    #expect(rows(life)["small"] == [0, 100, 0, 100, 0, 0, 0, 0, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 20, 0, 0, 80, 0, 0])
    #expect(rows(life, nil, "2026-01-13")["large"]?[8] == 60)
  }

  private func merge(
    _ day: String, isUndone: Bool = false, takenBack: Int64 = 0
  ) -> AccountsMerged {
    AccountsMerged(
      environment: .production, bundleID: DebtLife.app, account: Self.hero, from: Self.hero,
      into: Self.guest, isUndone: isUndone, generation: 0, number: isUndone ? 2 : 1,
      balances: [
        AccountsMerged.Balance(
          coin: "gem", amount: 200,
          credits: [
            AccountsMerged.Credit(grant: small, amount: 100, takenBack: takenBack, revision: 1)
          ])
      ], names: [Self.hero], decidedAt: .told(day))
  }

  @Test func `coins that a merge moved keep their product`() {
    let merge = merge("2026-01-10")
    let undo = self.merge("2026-01-20", isUndone: true)
    let life = life(
      (.account(.accountsMerged(merge)), "2026-01-10"),
      (.account(.accountsMerged(merge.copy(for: Self.guest, generation: 0))), "2026-01-10"),
      (
        moved(.spent(amount: 130), "2026-01-11", by: Self.guest, key: "a"), "2026-01-11"
      ),
      (.account(.accountsMerged(undo)), "2026-01-20"),
      (.account(.accountsMerged(undo.copy(for: Self.guest, generation: 0))), "2026-01-20"))
    #expect(rows(life, nil, "2026-01-12")["small"] == [0, 100, 0, 100, 0, 0, 0, 0, 0])
    #expect(rows(life, nil, "2026-01-12")["large"] == [0, 100, 0, 30, 0, 0, 70, 0, 0])
    // The undo gives 200 back, of which the target had spent 130.
    #expect(rows(life)["small"] == [0, 100, 0, 100, 0, 0, 0, 100, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 30, 0, 0, 70, 30, 0])
    #expect(rows(life, nil, "2026-01-12", mutation: .mergesLoseProducts)[""]?[6] == 70)
  }

  @Test func `coins end with an erased account`() {
    let erased = AccountErased(
      environment: .production, bundleID: DebtLife.app, account: Self.hero, chains: [],
      generation: 1, erasedAt: .told("2026-01-12"))
    let life = life(
      (moved(.spent(amount: 130), "2026-01-10", key: "a"), "2026-01-10"),
      (moved(.reserved(amount: 20), "2026-01-11", key: "b"), "2026-01-11"),
      (.account(.accountErased(erased)), "2026-01-12"))
    #expect(rows(life)["small"] == [0, 100, 0, 100, 0, 0, 0, 0, 0])
    #expect(rows(life)["large"] == [0, 100, 0, 30, 0, 70, 0, 0, 0])
  }

  @Test func `a movement that becomes known after a close counts on the first open day`() {
    var life = life()
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(moved(.spent(amount: 10), "2026-01-31", key: "a"), at: .told("2026-02-01"), lane: 2)
    #expect(rows(life, "2026-01-01", closes: [january])["small"]?[3] == 0)
    #expect(
      rows(life, "2026-02-01", "2026-02-02", closes: [january])["small"] == [
        100, 0, 0, 10, 0, 0, 90, 0, 0,
      ])
  }
}
