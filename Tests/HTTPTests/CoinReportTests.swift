import Access
import EventStore
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import HTTP

/// The report of coins over HTTP, with figures worked out by hand: packs of 100 gems, a gift of 20, spends,
/// a refund, a merge and an erasure.
struct CoinReportTests {
  private static let heading =
    "product,coin,opening,granted,earned,takenBack,spent,adjusted,erased,closing,reserved,debt"

  private func with(
    packs: [(id: TransactionID, owner: AccountID)], price: Int64? = nil,
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      _ = try await ledger.intake.catalogs.publish(
        Catalog(
          [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
          declaring: ["gem": CoinDeclaration(.daicho, creditMax: 10)]), of: TestLedger.bundleID,
        validFrom: GemPurchase("1").boughtAt)
      for pack in packs {
        var purchase = GemPurchase(pack.id)
        purchase.price = price
        let owner = ledger.account(pack.owner).reference
        let claim = ChainClaimed(
          chain: purchase.chain, account: owner,
          claimedAt: purchase.boughtAt)
        try await ledger.record([
          purchase.bought(), purchase.owned(by: owner), .account(.chainClaimed(claim)),
        ])
      }
      try await settle(service)
      try await body(service)
    }
  }

  private func settle(_ service: TestService) async throws {
    try await service.ledger.grant()
    try await service.ledger.project()
  }

  private func ask(
    _ action: WalletCommand.Action, _ key: IdempotencyKey, of account: AccountID,
    in service: TestService
  ) async throws {
    _ = try await service.ledger.intake.walletDecisions.ask(
      WalletCommand(action, key: key), of: account, in: TestLedger.bundleID,
      environment: .production)
  }

  private func rows(
    _ query: String, columns: Int = 12, of service: TestService
  ) async throws -> [String] {
    try await service.ledger.project()
    let answer = try await service.get("/v1/reports/coins?\(query)&format=csv")
    try #require(answer.status == 200, "\(answer.body)")
    return answer.body.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).prefix(columns).joined(
        separator: ",")
    }
  }

  @Test func `coins are told by product, with what was given by hand beside them`() async throws {
    try await with(packs: [("1", "ann"), ("2", "ben")]) { service in
      try await ask(
        .adjust("gem", 20, reason: "gift", author: "kim"), "gift", of: "ann", in: service)
      try await ask(.spend("gem", 110), "sword", of: "ann", in: service)
      try await ask(.reserve("gem", 30), "auction", of: "ben", in: service)
      try await ask(.credit("gem", 7, source: "quest"), "quest", of: "ben", in: service)
      // Earned coins go first: 90 of the 110 come from the pack.
      let found = try await rows("by=product", of: service)
      #expect(
        found == [
          Self.heading, "gems,gem,0,200,0,0,90,0,0,110,30,0", ",gem,0,0,7,0,20,20,0,7,0,0",
        ])
      let together = try await rows("by=", columns: 11, of: service)
      #expect(
        together == [
          Self.heading.replacing("product,", with: ""), "gem,0,200,7,0,110,20,0,117,30,0",
        ])
    }
  }

  @Test func `a refund of spent coins is a debt`() async throws {
    try await with(packs: [("1", "ann"), ("2", "ben")]) { service in
      try await ask(.spend("gem", 70), "sword", of: "ann", in: service)
      try await service.ledger.record([GemPurchase("1").refunded(50_000, after: 40)])
      try await settle(service)
      // Half of Ann's 100 gems are taken back. She had 30: 20 are owed.
      let found = try await rows("by=product", of: service)
      #expect(found == [Self.heading, "gems,gem,0,200,0,50,70,0,0,80,0,20"])
    }
  }

  /// Ann owes 20 of 100 gems after the refund of half of her pack, and nothing before it was known.
  @Test func `the report of refunds tells the coins that are owed, as known at its cut`()
    async throws
  {
    try await with(packs: [("1", "ann"), ("2", "ben")], price: 990) { service in
      var (ann, ben) = (GemPurchase("1"), GemPurchase("2"))
      (ann.price, ben.price) = (990, 990)
      _ = try await service.ledger.known("ben")
      try await ask(.spend("gem", 70), "sword", of: "ann", in: service)
      try await service.ledger.record([ann.refunded(50_000, after: 40)])
      try await settle(service)
      let before = try await service.ledger.log.cut().moment
      let known = try await refunds("", of: service)
      #expect(known == ["ann,50 gem,20 gem,1"])
      try await ask(
        .adjust("gem", 20, reason: "gift", author: "kim"), "gift", of: "ann", in: service)
      try await service.ledger.record([ben.refunded(nil, after: 40)])
      try await settle(service)
      let later = try await refunds("", of: service)
      #expect(later == ["ann,50 gem,,1", "ben,100 gem,,1"])
      let past = try await refunds("&knownAt=\(before)", of: service)
      #expect(past == known)
    }
  }

  /// Apple refunds 40 % of Ann's pack of 100 gems for 0.99, and ten days later everything: 0.396 and 0.594.
  @Test func `each refund of a purchase has its own reason and coins`() async throws {
    try await with(packs: [("1", "ann")], price: 990) { service in
      _ = try await service.ledger.known("ann")
      var pack = GemPurchase("1")
      pack.price = 990
      for (day, reason, percentage) in [(40, 0, 40_000), (50, 1, nil)] as [(Int, Int32, Int32?)] {
        let date = pack.boughtAt + .seconds(day * 86_400)
        let revocation = Revocation(date: date, reason: reason, percentage: percentage)
        try await service.ledger.record([pack.bought(revoked: revocation, said: day)])
      }
      try await settle(service)
      let answer = try await service.get("/v1/reports/refunds?format=csv")
      let rows = answer.body.split(separator: "\r\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false)[8...14].joined(separator: ",")
      }
      #expect(
        rows == ["396,0.40000,other,40,40 gem,,1", "594,0.60000,issue in the app,50,60 gem,,1"])
    }
  }

  /// Returns the account, the coins taken back and owed, and the refunds of each row.
  private func refunds(_ query: String, of service: TestService) async throws -> [String] {
    try await service.ledger.project()
    let answer = try await service.get("/v1/reports/refunds?format=csv\(query)")
    try #require(answer.status == 200, "\(answer.body)")
    return answer.body.split(separator: "\r\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return ([cells[1]] + cells[12...14]).joined(separator: ",")
    }.sorted()
  }

  @Test func `coins that moved to another account are counted once`() async throws {
    try await with(packs: [("1", "guest"), ("2", "ann")]) { service in
      try await ask(.spend("gem", 30), "hat", of: "guest", in: service)
      _ = try await service.ledger.known("guest")
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "ann", of: TestLedger.bundleID, in: TestLedger.environments,
        key: "merge-1")
      try await ask(.spend("gem", 150), "castle", of: "ann", in: service)
      let found = try await rows("by=product", of: service)
      #expect(found == [Self.heading, "gems,gem,0,200,0,0,180,0,0,20,0,0"])
      try await service.ledger.record([GemPurchase("1").refunded(nil, after: 40)])
      try await settle(service)
      // All of the guest's pack: 70 of the 150 were its last. Ann's 20 gems become a debt of 80.
      let refunded = try await rows("by=product", of: service)
      #expect(refunded == [Self.heading, "gems,gem,0,200,0,100,180,0,0,-80,0,80"])
    }
  }

  /// The coins came to the name of a token, before it became a name of Ann, in whose stream no coins moved.
  @Test func `coins of a name are those of the account that claims it`() async throws {
    let token = "70c3a000-0000-4000-8000-000000000004"
    try await with(packs: [("1", AccountID(token))]) { service in
      let before = try await rows("by=product", of: service)
      #expect(before == [Self.heading, "gems,gem,0,100,0,0,0,0,0,100,0,0"])
      let answer = try await service.registers("ann", token)
      try #require(answer.status < 300, "\(answer.body)")
      let found = try await rows("by=product", of: service)
      #expect(found == [Self.heading, "gems,gem,0,100,0,0,0,0,0,100,0,0"])
      let wallet = try await service.get("/v1/accounts/ann/wallet")
      #expect(wallet.body.contains(#""balance":100,"bought":100,"coin":"gem""#))
    }
  }

  @Test func `a time begins with what the time before it ended with`() async throws {
    try await with(packs: [("1", "ann")]) { service in
      try await ask(.spend("gem", 70), "sword", of: "ann", in: service)
      let all = try await rows("by=product", of: service)
      #expect(all == [Self.heading, "gems,gem,0,100,0,0,70,0,0,30,0,0"])
      let later = try await rows("by=product&from=2099-01-01&to=2100-01-01", of: service)
      #expect(later == [Self.heading, "gems,gem,30,0,0,0,0,0,0,30,0,0"])
    }
  }
}
