import AppStoreSimulator
import Testing

/// Comparisons with ledgers that lie about coins.
struct ComparisonOfCoinsTests {
  /// A truth with two packs bought at once, a third of which was refunded, and one pack that was
  /// refunded completely.
  private var truth: CustomerTruth {
    var chronicle = TruthChronicle()
    let day = Int64.on("2026-01-01")
    let gems = [Coinage.Grant(100, "gem")]
    chronicle.buy("t1", at: day, .consumable, product: "gems", quantity: 2, coins: gems)
    chronicle.buy("t2", at: day + 1, .consumable, product: "gems", coins: gems)
    chronicle.add(day + 2, .refunded(transaction: "t1", share: 33_333))
    chronicle.add(day + 3, .refunded(transaction: "t2", share: 100_000))
    return chronicle.truth(at: day + 4)
  }

  private func differences(_ change: (inout TruthfulLedger) -> Void) throws -> [String] {
    var ledger = TruthfulLedger(truth)
    change(&ledger)
    return Comparison(AccountTruth(of: truth), with: try ledger.answerWithCoins, asked: .now)
      .differences
  }

  @Test func `a truthful answer is no difference`() throws {
    #expect(truth.coinsLeft == ["gem": 133])
    #expect(try differences { _ in } == [])
  }

  /// A truth with 100 gems that another server delivered, half of them refunded since.
  private var elsewhere: CustomerTruth {
    var chronicle = TruthChronicle()
    let day = Int64.on("2026-01-01")
    var gems = Coinage.Grant(100, "gem")
    gems.deliveredBefore = day + 1
    chronicle.buy("t1", at: day, .consumable, product: "gems", coins: [gems])
    chronicle.add(day + 2, .refunded(transaction: "t1", share: 50_000))
    return chronicle.truth(at: day + 4)
  }

  @Test func `coins delivered elsewhere are not credited here`() throws {
    func differences(_ change: (inout TruthfulLedger) -> Void) throws -> [String] {
      var ledger = TruthfulLedger(elsewhere)
      change(&ledger)
      return Comparison(
        AccountTruth(of: elsewhere), with: try ledger.answerWithCoins, asked: .now
      ).differences
    }
    #expect(try differences { _ in } == [])
    #expect(
      try differences { $0.grants[0]["deliveredElsewhere"] = false } == [
        "not told: delivered elsewhere 100 gem for t1, gems, 50 of them taken back, the first of 1",
        "not true: granted 100 gem for t1, gems, 50 of them taken back, the first of 1",
      ])
    #expect(try differences { $0.balances[0]["balance"] = 50 }.count == 2)
    #expect(
      try differences {
        var credit = $0.entries[0]
        (credit["kind"], credit["change"]) = ("credited", 100)
        $0.entries.append(credit)
      } == ["not true: the wallet was credited 100 gem for t1, the first of 1"])
  }

  @Test func `a grant may name the restored copy of its period`() throws {
    var ledger = TruthfulLedger(truth)
    ledger.grants[0]["transactionId"] = "copy"
    let answer = try ledger.answerWithCoins
    let account = AccountTruth(of: truth)
    #expect(!Comparison(account, with: answer, asked: .now).differences.isEmpty)
    #expect(
      Comparison(account, with: answer.naming(["copy": "t1"]), asked: .now).differences == [])
  }

  /// A grant under a copy's id, made before the ledger learned of which purchase it is a copy.
  @Test(arguments: [(200, 0), (0, 0), (0, 1)])
  func `of two grants of one purchase one is taken back whole, and none stays beside the other`(
    left: Int, differing: Int
  ) throws {
    var ledger = TruthfulLedger(truth)
    ledger.grants.append([
      "id": "copy-gem", "coin": "gem", "amount": 200, "productId": "gems", "transactionId": "copy",
      "revokedAmount": 200 - left, "deliveredElsewhere": false,
      "state": left == 0 ? "revoked" : "pending",
    ])
    let changes = [200, left - 200].filter { $0 != 0 }
    ledger.entries += changes.map {
      [
        "kind": $0 > 0 ? "credited" : "takenBack", "coin": "gem", "change": $0,
        "grant": "copy-gem",
      ]
    }
    if differing > 0 { ledger.balances[0]["balance"] = 132 }
    let answer = try ledger.answerWithCoins.naming(["copy": "t1"])
    let differences = Comparison(AccountTruth(of: truth), with: answer, asked: .now).differences
    #expect(differences.isEmpty == (left == 0 && differing == 0))
  }

  @Test func `coins are compared only where they were asked for`() throws {
    var silent = TruthfulLedger(truth)
    silent.grants = []
    #expect(
      Comparison(AccountTruth(of: truth), with: try silent.answer, asked: .now).differences == [])
    #expect(
      try differences { $0.grants = [] }.first
        == "not told: granted 200 gem for t1, gems, 67 of them taken back, the first of 6")
  }

  @Test func `a purchase granted twice, never or for another is found`() throws {
    let twice = try differences { $0.grants.append($0.grants[0]) }
    #expect(
      twice == [
        "not true: granted 200 gem for t1, gems, 67 of them taken back, the first of 1"
      ])
    #expect(
      try differences { $0.grants[0]["transactionId"] = "t3" }.first?
        .hasPrefix("not told: granted 200 gem for t1") == true)
    #expect(
      try differences { $0.grants.removeLast() } == [
        "not told: granted 100 gem for t2, gems, 100 of them taken back, the first of 3",
        "not true: the wallet was credited 100 gem for grant t2-gem, which is not listed, "
          + "the first of 2",
      ])
  }

  @Test(
    arguments: [
      ("amount", 201), ("amount", 100), ("revokedAmount", 66), ("revokedAmount", 0),
      ("coin", "ticket"), ("productId", "other"), ("state", "revoked"),
    ] as [(String, any Sendable)])
  func `another word about a grant is two differences`(
    field: String, wrong: any Sendable
  ) throws {
    let found = try differences { $0.grants[0][field] = wrong }
    #expect(found.map { $0.prefix(17) } == ["not told: granted", "not true: granted"])
  }

  @Test func `what is taken back as a whole must be revoked`() throws {
    let found = try differences { $0.grants[1]["state"] = "pending" }
    #expect(found.last?.contains("yet pending") == true)
    #expect(try differences { $0.grants[0]["state"] = "acknowledged" } == [])
  }

  @Test func `a wallet credited twice, too little or not taken back from is found`() throws {
    #expect(try differences { $0.entries.append($0.entries[0]) }.count == 1)
    #expect(try differences { $0.entries[0]["change"] = 199 }.count == 2)
    #expect(try differences { $0.entries[1]["change"] = -66 }.count == 2)
    #expect(try differences { $0.entries.remove(at: 1) }.count == 1)
    #expect(try differences { $0.balances[0]["balance"] = 134 }.count == 2)
    #expect(try differences { $0.balances = [] }.count == 1)
  }

  @Test func `what was taken back and given back in steps is the same in the end`() throws {
    let found = try differences {
      $0.entries[1]["change"] = -200
      var back = $0.entries[1]
      back["change"] = 133
      $0.entries.append(back)
    }
    #expect(found == [])
  }

  @Test func `what a player spent is no difference`() throws {
    let found = try differences {
      $0.entries.append(["kind": "spent", "coin": "gem", "change": -30])
      $0.balances[0]["balance"] = 103
    }
    #expect(found == [])
  }
}
