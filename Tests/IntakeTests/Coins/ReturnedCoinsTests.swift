import EventStore
import Foundation
import Granting
import Intake
import Ledger
import Postgres
import TestSupport
import Testing

/// Reversals of refunds that were taken from the target of a merge which was undone since. The guest's pack
/// brings 100 gems; the figures are the balances of the guest and of Anna, the target.
struct ReturnedCoinsTests {
  private static let gem: Coin = "gem"
  private static let pack = GemPurchase("1")

  /// A ledger whose guest has the pack.
  private struct Players: Sendable {
    let ledger: TestLedger

    func reference(_ account: AccountID) -> AccountReference {
      AccountReference(.production, TestLedger.bundleID, account)
    }

    func balance(_ account: AccountID) async throws -> Int64 {
      let wallet = try await ledger.intake.wallets.wallet(
        of: reference(account), in: TestLedger.bundleID, environment: .production
      ).wallet
      let posted = wallet.entries.flatMap(\.postings).map(\.amount).reduce(0, +)
      #expect(posted == 0, "every entry sums to zero")
      for parts in wallet.balances(at: TestLedger.now) {
        #expect(parts.available == parts.bought + parts.earned - parts.debt)
      }
      return wallet.available(gem)
    }

    func balances(_ others: AccountID...) async throws -> [Int64] {
      var balances: [Int64] = []
      for account in ["guest", "anna"] + others { balances.append(try await balance(account)) }
      return balances
    }

    func tell(_ event: LedgerEvent) async throws {
      _ = try await ledger.log.append([NewEvent(event)])
      try await ledger.grant()
    }

    /// Apple tells a refund of a share in thousandths of a percent, or of everything.
    func refund(_ percentage: Int32? = nil, after days: Int) async throws {
      try await tell(pack.refunded(percentage, after: days))
    }

    func reverse(after days: Int) async throws { try await tell(pack.bought(said: days)) }

    func merge(
      _ from: AccountID = "guest", into: AccountID = "anna", _ key: IdempotencyKey = "merge"
    ) async throws {
      _ = try await ledger.intake.names.makeKnown(from, of: TestLedger.bundleID, in: [.production])
      let outcome = try await ledger.intake.merges.merge(
        from, into: into, of: TestLedger.bundleID, in: TestLedger.environments, key: key)
      guard case .merged = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }

    /// An operator moves the purchase with its coins.
    func link(to account: AccountID) async throws {
      let outcome = try await ledger.intake.links.assign(
        "1", to: account, of: TestLedger.bundleID, in: .production, withCoins: true, author: "kim",
        reason: "ticket 10")
      guard case .linked = outcome else {
        Issue.record("\(outcome)")
        return
      }
      try await ledger.grant()
    }

    func undo(_ from: AccountID = "guest") async throws {
      let outcome = try await ledger.intake.merges.undoMerge(
        of: from, into: "anna", of: TestLedger.bundleID, in: TestLedger.environments,
        author: "kim", reason: "ticket 9")
      guard case .merged = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }

    /// Apple tells a refund of 40 % while the guest is merged into Anna.
    func refundDuringMerge() async throws {
      try await merge()
      try await refund(40_000, after: 2)
      try await undo()
    }

    func ask(
      _ action: WalletCommand.Action, _ key: IdempotencyKey, of account: AccountID
    ) async throws {
      _ = try await ledger.intake.walletDecisions.ask(
        WalletCommand(action, key: key), of: account, in: TestLedger.bundleID,
        environment: .production)
    }

    /// Compares all wallets with the grants that they follow. Returns the number of those.
    func audit() async throws -> Int {
      let audit = WalletAudit(pool: ledger.pool, log: ledger.log)
      var counts = WalletAudit.Counts()
      for head in try await ledger.log.cut().heads where head.lane > 0 {
        counts = counts + (try await audit.verify(head))
      }
      #expect(counts.waiting == 0)
      return counts.followed
    }
  }

  private static func withPack(_ body: @Sendable (Players) async throws -> Void) async throws {
    try await TestLedger.with { ledger in
      let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant(gem, 100)])
      _ = try await ledger.intake.catalogs.publish(
        Catalog([gems], coins: [gem: .daicho]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      let players = Players(ledger: ledger)
      _ = try await ledger.known("guest")
      let post = ChainPosted(
        chain: pack.chain, account: players.reference("guest"), isSigned: true,
        postedAt: TestLedger.now)
      _ = try await ledger.log.append([
        NewEvent(pack.bought()), NewEvent(.chain(.chainPosted(post))),
      ])
      try await ledger.grant()
      #expect(try await players.balances() == [100, 0])
      try await body(players)
    }
  }

  @Test func `a refund taken from the target is given back to the target`() async throws {
    try await Self.withPack { players in
      try await players.ask(.spend(Self.gem, 100), "sword", of: "guest")
      try await players.ask(
        .adjust(Self.gem, 500, reason: "gift", author: "kim"), "gift", of: "anna")
      try await players.merge()
      #expect(try await players.balances() == [500, 500])
      try await players.refund(after: 2)
      #expect(try await players.balances() == [400, 400])
      try await players.undo()
      #expect(try await players.balances() == [0, 400])
      try await players.reverse(after: 3)
      #expect(try await players.balances() == [0, 500])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `a partial reversal gives back a part, and the rest follows`() async throws {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      #expect(try await players.balances() == [100, -40])
      try await players.refund(10_000, after: 3)
      #expect(try await players.balances() == [100, -10])
      #expect(try await players.audit() == 1)
      try await players.reverse(after: 4)
      #expect(try await players.balances() == [100, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `what was taken last, from the guest after the undo, is given back first`()
    async throws
  {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      try await players.refund(after: 3)
      #expect(try await players.balances() == [40, -40])
      try await players.refund(70_000, after: 4)
      #expect(try await players.balances() == [70, -40])
      try await players.refund(20_000, after: 5)
      #expect(try await players.balances() == [100, -20])
      #expect(try await players.audit() == 1)
      try await players.reverse(after: 6)
      #expect(try await players.balances() == [100, 0])
      // The next refund is taken from the guest, who has the grant.
      try await players.refund(30_000, after: 7)
      #expect(try await players.balances() == [70, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `a refund of before the merge is the guest's, one of the time of it the target's`()
    async throws
  {
    try await Self.withPack { players in
      try await players.refund(30_000, after: 2)
      #expect(try await players.balances() == [70, 0])
      try await players.merge()
      try await players.refund(80_000, after: 3)
      #expect(try await players.balances() == [20, 20])
      try await players.undo()
      #expect(try await players.balances() == [70, -50])
      try await players.reverse(after: 4)
      #expect(try await players.balances() == [100, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `a reversal before the undo is the target's, and the undo moves what the merge moved`()
    async throws
  {
    try await Self.withPack { players in
      try await players.merge()
      try await players.refund(40_000, after: 2)
      try await players.reverse(after: 3)
      #expect(try await players.balances() == [100, 100])
      try await players.undo()
      #expect(try await players.balances() == [100, 0])
      try await players.refund(40_000, after: 4)
      try await players.reverse(after: 5)
      #expect(try await players.balances() == [100, 0])
      #expect(try await players.audit() == 1)
    }
  }

  /// Bert gets the pack of the guest, with all that was refunded of it, so that Anna lacks nothing any more.
  @Test func `coins that an operator moves with the chain take the refund along`() async throws {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      #expect(try await players.balances("bert") == [100, -40, 0])
      try await players.link(to: "bert")
      #expect(try await players.balances("bert") == [0, 0, 60])
      #expect(try await players.audit() == 2)
      try await players.reverse(after: 3)
      #expect(try await players.balances("bert") == [0, 0, 100])
      #expect(try await players.audit() == 2)
    }
  }

  @Test func `coins that were linked to the target are there once in a merge, and stay after it`()
    async throws
  {
    try await Self.withPack { players in
      try await players.link(to: "anna")
      #expect(try await players.balances() == [0, 100])
      try await players.merge()
      #expect(try await players.balances() == [100, 100])
      try await players.refund(after: 2)
      #expect(try await players.balances() == [0, 0])
      try await players.reverse(after: 3)
      #expect(try await players.balances() == [100, 100])
      try await players.undo()
      #expect(try await players.balances() == [0, 100])
      try await players.refund(after: 4)
      #expect(try await players.balances() == [0, 0])
    }
  }

  @Test func `coins that are linked back after an undone merge come back`() async throws {
    try await Self.withPack { players in
      try await players.link(to: "anna")
      try await players.merge()
      try await players.undo()
      #expect(try await players.balances() == [0, 100])
      try await players.link(to: "guest")
      #expect(try await players.balances() == [100, 0])
      try await players.refund(after: 2)
      #expect(try await players.balances() == [0, 0])
      try await players.reverse(after: 3)
      #expect(try await players.balances() == [100, 0])
    }
  }

  @Test func `coins that are linked away from the target after an undone merge are gone there`()
    async throws
  {
    try await Self.withPack { players in
      try await players.merge()
      try await players.undo()
      #expect(try await players.balances() == [100, 0])
      try await players.link(to: "anna")
      #expect(try await players.balances() == [0, 100])
      try await players.link(to: "guest")
      #expect(try await players.balances() == [100, 0])
    }
  }

  @Test func `coins that moved from one guest to another are the other's after the first undo`()
    async throws
  {
    try await Self.withPack { players in
      try await players.link(to: "bert")
      try await players.merge()
      try await players.merge("bert", into: "anna", "merge bert")
      #expect(try await players.balances("bert") == [100, 100, 100])
      try await players.undo()
      #expect(try await players.balances("bert") == [0, 100, 100])
      try await players.refund(after: 2)
      #expect(try await players.balances("bert") == [0, 0, 0])
    }
  }

  /// The first undo takes the 100 gems that the guest's merge had moved. Those had gone to Bert meanwhile, so they come
  /// out of what Bert's merge brought; his own undo finds none, and Anna owes 100.
  @Test func `coins that moved to another guest during the merge are taken once by each undo`()
    async throws
  {
    try await Self.withPack { players in
      try await players.merge()
      try await players.link(to: "bert")
      #expect(try await players.balances("bert") == [0, 0, 100])
      try await players.merge("bert", into: "anna", "merge bert")
      #expect(try await players.balances("bert") == [100, 100, 100])
      try await players.undo()
      #expect(try await players.balances("bert") == [100, 0, 0])
      try await players.undo("bert")
      #expect(try await players.balances("bert") == [100, -100, 100])
    }
  }

  @Test func `a second merge makes the target's refunds its own again`() async throws {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      try await players.merge("guest", into: "anna", "merge again")
      #expect(try await players.balances() == [60, 60])
      try await players.reverse(after: 3)
      #expect(try await players.balances() == [100, 100])
      try await players.undo()
      #expect(try await players.balances() == [100, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `two targets each get back what was taken from them`() async throws {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      try await players.merge(into: "bert", "another")
      try await players.refund(70_000, after: 3)
      #expect(try await players.balance("bert") == 70)
      _ = try await players.ledger.intake.merges.undoMerge(
        of: "guest", into: "bert", of: TestLedger.bundleID, in: TestLedger.environments,
        author: "kim", reason: "ticket 9")
      #expect(try await players.balances("bert") == [100, -40, -30])
      try await players.refund(20_000, after: 4)
      #expect(try await players.balances("bert") == [100, -20, 0])
      try await players.reverse(after: 5)
      #expect(try await players.balances("bert") == [100, 0, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `the account into which the target was merged since gets its coins`() async throws {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      try await players.merge("anna", into: "bert", "another")
      #expect(try await players.balances("bert") == [100, -40, -40])
      try await players.reverse(after: 3)
      #expect(try await players.balances("bert") == [100, 0, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `coins of an erased target are nobody's`() async throws {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      let erased = try await players.ledger.intake.erasures.erase(
        players.reference("anna"), of: TestLedger.bundleID, in: .production)
      guard case .erased = erased else {
        Issue.record("\(erased)")
        return
      }
      _ = try await players.ledger.known("anna")
      try await players.reverse(after: 3)
      #expect(try await players.balances() == [100, 0])
      #expect(try await players.audit() == 1)
    }
  }

  @Test func `another process that reads the log agrees, and a repeated round books nothing`()
    async throws
  {
    try await Self.withPack { players in
      try await players.refundDuringMerge()
      try await players.reverse(after: 3)
      let count = try await players.ledger.eventCount()
      let other = try await players.ledger.another()
      let granter = players.ledger.granter(of: other)
      try await players.ledger.owner.withConnection { connection in
        try await connection.script("delete from consumer_checkpoint where consumer = 'granting'")
      }
      while try await granter.runOnce() > 0 {}
      #expect(try await players.ledger.eventCount() == count)
      for (account, balance) in [("guest", 100), ("anna", 0)] as [(AccountID, Int64)] {
        let wallet = try await other.wallets.wallet(
          of: players.reference(account), in: TestLedger.bundleID, environment: .production
        ).wallet
        #expect(wallet.available(Self.gem) == balance)
      }
    }
  }
}
