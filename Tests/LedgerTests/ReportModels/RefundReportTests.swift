import Foundation
import Ledger
import ReferenceModels
import Testing

@Suite struct RefundReportTests {
  private static let hero = AccountReference(.production, DebtLife.app, "hero")
  private static let guest = AccountReference(.production, DebtLife.app, "guest")
  private static let names: [AccountReference: AccountID] = [hero: "hero", guest: "guest"]
  private let bought = DebtSale(from: "2026-01-11", to: "2026-02-11")

  private func rows(
    _ life: DebtLife, _ from: String? = nil, _ to: String = "2026-02-01",
    closes: [ModelClose] = [], mutation: DebtMutation? = nil
  ) -> [ModelReportRow] {
    RefundModel(life.facts(closes: closes, names: Self.names), mutation: mutation)
      .rows(of: life.question(from, to)).sorted { $0["refundedAt"] ?? "" < $1["refundedAt"] ?? "" }
  }

  private func refunded(
    _ sale: DebtSale, _ date: String, type: String = "REFUND_FULL", percentage: Int32? = nil,
    reason: Int32? = nil
  ) -> DebtSale {
    var sale = sale.refunded(date, type: type, percentage: percentage)
    sale.revocation?.reason = reason
    return sale
  }

  @Test func `a refund has a row of its own`() {
    var life = DebtLife()
    life.record(bought)
    life.record(
      refunded(
        bought, "2026-01-21T12:00:00.000", type: "REFUND_PRORATED", percentage: 67_932, reason: 1),
      at: "2026-01-22")
    // 9,990 × 0.67932 = 6,786.4
    #expect(
      rows(life) == [
        [
          "refundedAt": "2026-01-21T12:00:00.000Z", "account": "",
          "originalTransactionId": "1", "transactionId": "1", "product": "month",
          "storefront": "DEU", "currency": "EUR", "price": "9990", "refunded": "6786",
          "share": "0.67928", "reason": "issue in the app", "daysAfterPurchase": "10",
          "coinsTakenBack": "", "coinsOwed": "", "refundsOfAccount": "",
        ]
      ])
    #expect(rows(life, mutation: .countsStartedDays).map { $0["daysAfterPurchase"] } == ["11"])
    // 6,786 ÷ 9,990 = 0.679279…
    #expect(rows(life, mutation: .roundsSharesDown).map { $0["share"] } == ["0.67927"])
    #expect(rows(life, nil, "2026-01-21").isEmpty && rows(life, "2026-01-22").isEmpty)
  }

  @Test func `a second refund is the part that was not refunded before`() {
    var life = DebtLife()
    life.record(bought)
    life.record(
      refunded(bought, "2026-01-21", type: "REFUND_PRORATED", percentage: 40_000, reason: 0),
      at: "2026-01-21")
    life.record(refunded(bought, "2026-01-25"), at: "2026-01-25")
    #expect(rows(life).map { $0["refunded"] } == ["3996", "5994"])
    #expect(rows(life).map { $0["share"] } == ["0.40000", "0.60000"])
    #expect(rows(life).map { $0["reason"] } == ["other", ""])
    #expect(rows(life, mutation: .takesLastReason).map { $0["reason"] } == ["other", "other"])
  }

  @Test func `what an upgrade gives back is no refund`() {
    var life = DebtLife()
    life.record(bought)
    var better = bought
    (better.id, better.product, better.from, better.to) = ("2", "year", "2026-01-20", "2027-01-20")
    life.record(better)
    var upgraded = refunded(bought, "2026-01-20", type: "REFUND_PRORATED")
    upgraded.isUpgraded = true
    life.record(upgraded, at: "2026-01-20")
    #expect(rows(life).isEmpty)
  }

  @Test func `a refund that is not known yet has no row, and one that Apple took back keeps it`() {
    var life = DebtLife()
    life.record(bought)
    let cut = life.cut
    life.record(refunded(bought, "2026-01-21"), at: "2026-01-22")
    life.record(bought, at: "2026-01-25")
    let model = RefundModel(life.facts())
    #expect(model.rows(of: life.question(nil, "2026-02-01", cut: cut)).isEmpty)
    #expect(rows(life).map { $0["refunded"] } == ["9990"])
  }

  @Test func `a purchase without a known price is no charge, and its refund has no row`() {
    var life = DebtLife()
    var unpriced = bought
    (unpriced.price, unpriced.currency) = (nil, nil)
    life.record(unpriced)
    life.record(refunded(unpriced, "2026-01-21"), at: "2026-01-21")
    #expect(rows(life).isEmpty)
  }

  /// Half of the price was refunded when January was closed, and all of it by what was told in February.
  @Test func `a refund that becomes another after a close has a row of the difference`() {
    var life = DebtLife()
    life.record(bought)
    life.record(
      refunded(bought, "2026-01-21", type: "REFUND_PRORATED", percentage: 50_000),
      at: "2026-01-22")
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(refunded(bought, "2026-01-21", percentage: 100_000), at: "2026-02-03")
    let closed = rows(life, "2026-01-01", closes: [january])
    #expect(closed.map { $0["refunded"] } == ["4995"] && closed.map { $0["share"] } == ["0.50000"])
    let later = rows(life, "2026-02-01", "2026-03-01", closes: [january])
    #expect(later.map { $0["refundedAt"] } == ["2026-01-21T00:00:00.000Z"])
    #expect(later.map { $0["refunded"] } == ["4995"] && later.map { $0["share"] } == ["0.50000"])
  }

  @Test func `the end of family sharing is no refund`() {
    var life = DebtLife()
    var shared = bought
    (shared.ownership, shared.price, shared.currency) = (.familyShared, nil, nil)
    life.record(shared)
    life.record(refunded(shared, "2026-01-21", type: "FAMILY_REVOKE"), at: "2026-01-21")
    #expect(rows(life).isEmpty)
  }

  @Test func `a late refund belongs to the first open day`() {
    var life = DebtLife()
    life.record(bought)
    let january = life.close("2026-01-01", "2026-02-01", cut: life.cut)
    life.record(refunded(bought, "2026-01-21", percentage: 100_000), at: "2026-02-03")
    #expect(rows(life, "2026-01-01", closes: [january]).isEmpty)
    #expect(rows(life, "2026-02-01", "2026-02-02", closes: [january]).count == 1)
    #expect(rows(life, "2026-02-02", "2026-03-01", closes: [january]).isEmpty)
    #expect(
      rows(life, "2026-02-01", "2026-02-02", closes: [january], mutation: .dropsLateRefunds)
        .isEmpty)
  }

  @Test func `refunds are counted for the account that has the purchases`() {
    var life = DebtLife()
    for id in ["1", "2", "3"] {
      var sale = bought
      (sale.id, sale.chain) = (TransactionID(id), OriginalTransactionID(id))
      life.record(sale)
      let posted = ChainPosted(
        chain: ChainID(DebtLife.app, .production, sale.chain), account: Self.hero, isSigned: true,
        postedAt: .told("2026-01-12"))
      life.record(.chain(.chainPosted(posted)), at: .told("2026-01-12"))
      guard id != "3" else { continue }
      life.record(refunded(sale, "2026-01-21"), at: "2026-01-21")
      if id == "2" { life.record(sale, at: "2026-01-25") }
    }
    #expect(rows(life).map { $0["account"] } == ["hero", "hero"])
    #expect(rows(life).map { $0["refundsOfAccount"] } == ["1", "1"])
    #expect(
      rows(life, mutation: .countsReversedRefunds).map { $0["refundsOfAccount"] } == ["2", "2"])
    let erased = AccountErased(
      environment: .production, bundleID: DebtLife.app, account: Self.hero, chains: [],
      erasedAt: .told("2026-01-26"))
    life.record(.account(.accountErased(erased)), at: .told("2026-01-26"), lane: 2)
    #expect(rows(life).map { $0["account"] } == ["", ""])
  }

  /// A guest is merged into the hero, and the erasure of the hero erases both. Then others take both names, and the new
  /// guest buys the same.
  @Test func `an erasure ends merges, and who takes a name again has no purchase of before`() {
    var life = DebtLife()
    buy("1", on: "2026-01-11", as: Self.guest, refundedOn: "2026-01-21", in: &life)
    let merged = AccountsMerged(
      environment: .production, bundleID: DebtLife.app, account: Self.guest, from: Self.guest,
      into: Self.hero, isUndone: false, generation: 0, number: 1, balances: [],
      names: [Self.guest], decidedAt: .told("2026-01-22"))
    life.record(.account(.accountsMerged(merged)), at: .told("2026-01-22"), lane: 2)
    let cut = life.cut
    #expect(rows(life).map { $0["account"] } == ["hero"])
    for account in [Self.guest, Self.hero] {
      let erased = AccountErased(
        environment: .production, bundleID: DebtLife.app, account: account, chains: [],
        generation: 1, erasedAt: .told("2026-01-23"))
      life.record(.account(.accountErased(erased)), at: .told("2026-01-23"), lane: 2)
    }
    for account in [Self.guest, Self.hero] {
      let named = AccountAliased(
        environment: .production, bundleID: DebtLife.app, alias: account, account: account,
        generation: 1, decidedAt: .told("2026-01-24"))
      life.record(.account(.accountAliased(named)), at: .told("2026-01-24"), lane: 2)
    }
    buy("2", on: "2026-01-25", as: Self.guest, refundedOn: "2026-01-26", in: &life)
    #expect(rows(life).map { $0["transactionId"] } == ["1", "2"])
    #expect(rows(life).map { $0["account"] } == ["", "guest"])
    let before = RefundModel(life.facts(names: Self.names))
      .rows(of: life.question(nil, "2026-02-01", cut: cut))
    #expect(before.map { $0["account"] } == [""])
  }

  /// Records a purchase that an account posts at once, and its refund.
  private func buy(
    _ id: String, on start: String, as account: AccountReference, refundedOn day: String,
    in life: inout DebtLife
  ) {
    var sale = bought
    (sale.id, sale.chain, sale.from) = (TransactionID(id), OriginalTransactionID(id), start)
    life.record(sale)
    let posted = ChainPosted(
      chain: ChainID(DebtLife.app, .production, sale.chain), account: account, isSigned: true,
      postedAt: .told(start))
    life.record(.chain(.chainPosted(posted)), at: .told(start))
    life.record(refunded(sale, day), at: day)
  }

  @Test func `a token names the account, once it is registered`() throws {
    let token = try #require(UUID(uuidString: "11111111-2222-3333-4444-555555555555"))
    var sale = bought
    sale.token = token
    var life = DebtLife()
    life.record(sale)
    life.record(refunded(sale, "2026-01-21"), at: "2026-01-21")
    #expect(rows(life).map { $0["account"] } == [""])
    let alias = AccountAliased(
      environment: .production, bundleID: DebtLife.app,
      alias: AccountReference(.production, DebtLife.app, AccountID(token.uuidString)),
      account: Self.hero, decidedAt: .told("2026-01-22"))
    life.record(.account(.accountAliased(alias)), at: .told("2026-01-22"), lane: 2)
    #expect(rows(life).map { $0["account"] } == ["hero"])
  }

  @Test func `the coins of a refund may be owed`() {
    var sale = DebtSale(product: "gems", type: .consumable, from: "2026-01-11", price: 990)
    sale.reason = "PURCHASE"
    var life = DebtLife()
    life.record(sale)
    let chain = ChainID(DebtLife.app, .production, "1")
    let grant = GrantMade(
      chain: chain, account: Self.hero, transactionID: "1", productID: "gems", coin: "gem",
      quantity: 1, amount: 100, duringTrial: false, catalog: 1, decidedAt: .told("2026-01-11"))
    let posted = ChainPosted(
      chain: chain, account: Self.hero, isSigned: true, postedAt: .told("2026-01-11"))
    life.record(.chain(.chainPosted(posted)), at: .told("2026-01-11"))
    life.record(.chain(.grantMade(grant)), at: .told("2026-01-11"))
    func move(_ movement: CoinMovement, _ day: String) {
      let moved = CoinsMoved(
        environment: .production, bundleID: DebtLife.app, account: Self.hero, coin: "gem",
        movement: movement, movedAt: .told(day))
      life.record(.account(.coinsMoved(moved)), at: .told(day), lane: 2)
    }
    move(.credited(grant: grant.id, amount: 100), "2026-01-11")
    move(.spent(amount: 30), "2026-01-12")
    life.record(refunded(sale, "2026-01-21"), at: "2026-01-21")
    move(.takenBack(grant: grant.id, total: 100, revision: 4), "2026-01-21")
    #expect(rows(life).map { $0["coinsTakenBack"] } == ["100 gem"])
    #expect(rows(life).map { $0["coinsOwed"] } == ["30 gem"])
  }
}
