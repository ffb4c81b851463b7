import Testing

@testable import Drills

/// Wrong final answers of a ledger are found.
struct CoinAuditTests {
  private static func audit(
    _ booked: [WalletCall: WalletEntry] = AnsweredWallet.booked
  ) -> WalletAudit {
    WalletAudit(
      account: "ann", grants: [AnsweredWallet.pack],
      ids: [AnsweredWallet.pack.name: "a1"], booked: booked)
  }

  @Test func `a true wallet passes, and a true list`() throws {
    try Self.audit().check(AnsweredWallet.wallet)
    try GrantAudit(expected: [AnsweredWallet.pack]).check([AnsweredWallet.listed])
  }

  /// The flaws of a wallet, each with the beginning of its error message.
  private static let wrongs: [(String, @Sendable (inout WalletReading) -> Void)] = [
    ("ann's entries are [1, 2, 3, 5]", { $0.entries.remove(at: 3) }),
    ("ann's entries are [1, 2, 3, 4, 5, 5]", { $0.entries.append($0.entries[4]) }),
    ("ann had 41 after", { $0.entries[1].change = -59 }),
    ("ann had 100 after", { $0.entries[0].balance = 99 }),
    ("ann has [Drills", { $0.balances[0].balance = 0 }),
    ("ann has [Drills", { $0.balances[0].reserved = 20 }),
    ("ann has []", { $0.balances = [] }),
    ("ann should have the gem of 1 once", { $0.entries[0].grant = "b2" }),
    (
      "ann should have the gem of 1 once",
      { wallet in wallet.append(.credited, 100) { $0.grant = "a1" } }
    ),
    (
      "ann has 2 credits of 1",
      { wallet in wallet.append(.credited, 100) { $0.grant = "b2" } }
    ),
    (
      "of the gem of 1 60 were taken back, not 30",
      { wallet in wallet.append(.takenBack, -30) { $0.grant = "a1" } }
    ),
    (
      "ann lost coins that it was not granted",
      { wallet in wallet.append(.takenBack, -1) { $0.grant = "b2" } }
    ),
    (
      "ann spent what was not there",
      { wallet in wallet.append(.spent, -1) { $0.idempotencyKey = "more" } }
    ),
    (
      "ann was answered []",
      { wallet in wallet.append(.canceled, 20) { $0.idempotencyKey = "lost" } }
    ),
  ]

  @Test(arguments: wrongs.indices)
  func `a wallet that is wrong is complained of`(number: Int) throws {
    let (complaint, spoil) = Self.wrongs[number]
    var wallet = AnsweredWallet.wallet
    spoil(&wallet)
    let broken = try #require(throws: BrokenDrill.self) { try Self.audit().check(wallet) }
    #expect(broken.description.hasPrefix(complaint), "\(broken)")
  }

  @Test func `what was answered and is not in the wallet is missed`() throws {
    var booked = AnsweredWallet.booked
    let key = WalletCall(account: "ann", key: "shield", verb: .spend(coin: "gem", amount: 5))
    booked[key] = AnsweredWallet.entries[1]
    #expect(throws: BrokenDrill.self) { try Self.audit(booked).check(AnsweredWallet.wallet) }
  }

  @Test func `an answer to another request than was asked is complained of`() throws {
    let other = WalletCall(account: "ann", key: "sword", verb: .spend(coin: "gem", amount: 61))
    let booked = [
      other: AnsweredWallet.entries[1], AnsweredWallet.auction: AnsweredWallet.entries[2],
      AnsweredWallet.won: AnsweredWallet.entries[4],
    ]
    #expect(throws: BrokenDrill.self) { try Self.audit(booked).check(AnsweredWallet.wallet) }
  }

  @Test func `a reservation that is settled twice is complained of`() throws {
    var (wallet, booked) = (AnsweredWallet.wallet, AnsweredWallet.booked)
    wallet.append(.canceled, 20) { ($0.amount, $0.reservation) = (20, "auction") }
    booked[AnsweredWallet.lost] = wallet.entries[5]
    let broken = try #require(throws: BrokenDrill.self) { try Self.audit(booked).check(wallet) }
    #expect(broken.description == "auction of ann was settled 2 times")
  }

  @Test func `a grant made twice, never, or wrongly is complained of`() throws {
    let audit = GrantAudit(expected: [AnsweredWallet.pack])
    var second = AnsweredWallet.listed
    second.id = "a2"
    let wrongs: [[ListedGrant]] = [
      [], [AnsweredWallet.listed, AnsweredWallet.listed], [AnsweredWallet.listed, second],
      [AnsweredWallet.listed.with { $0.amount = 200 }],
      [AnsweredWallet.listed.with { $0.revokedAmount = 0 }],
      [AnsweredWallet.listed.with { $0.account = nil }],
      [AnsweredWallet.listed.with { $0.account = "bert" }],
      [AnsweredWallet.listed.with { $0.state = "pending" }],
      [AnsweredWallet.listed.with { $0.state = "revoked" }],
      [AnsweredWallet.listed.with { $0.environment = "Sandbox" }],
      [AnsweredWallet.listed.with { $0.quantity = 2 }],
      [AnsweredWallet.listed, second.with { $0.transactionId = "2" }],
    ]
    for wrong in wrongs {
      #expect(throws: BrokenDrill.self, "\(wrong)") { try audit.check(wrong) }
    }
  }
}
