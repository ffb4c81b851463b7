import AppStoreSimulator
import EventStore
import Foundation
import Granting
import Intake
import Ledger
import Logging
import Postgres
import TestSupport
import Testing

/// One transaction under two chains, of two players: field report K2. A month brings 50 gems.
struct TwoChainsTests {
  private struct Grants: Decodable {
    struct Grant: Decodable {
      let id: String, account: String?, transactionId: String, amount: Int64
    }
    let grants: [Grant]
  }

  private struct Submission: Decodable {
    struct Item: Decodable { let transactionId: String?, grants: [Grants.Grant]?, finish: Bool }
    let transactions: [Item]
  }

  private struct Wallet: Decodable {
    struct Balance: Decodable { let coin: String, balance: Int64 }
    let balances: [Balance]
  }

  private static func month(
    _ id: String, of chain: String, from start: String, to end: String, signed: String
  ) -> SignableTransaction {
    var month = SignableTransaction.month(id)
    month.originalTransactionId = chain
    month.purchaseDate = Instant(day: start).milliseconds
    month.expiresDate = Instant(day: end).milliseconds
    month.signedDate = Instant(day: signed).milliseconds
    return month
  }

  private static let ofA = month(
    "1", of: "1", from: "2025-06-01", to: "2025-07-01", signed: "2025-06-01")
  private static let ofB = month(
    "10", of: "10", from: "2026-02-01", to: "2026-03-01", signed: "2026-02-01")
  /// Apple's later word on b's month: it is of a's chain.
  private static let moved = month(
    "10", of: "1", from: "2026-02-01", to: "2026-03-01", signed: "2026-02-20")

  private func post(
    _ transaction: SignableTransaction, by account: String, _ service: TestService
  ) async throws -> (status: Int, Submission) {
    let jws = try service.ledger.authority.sign(payload: transaction)
    let answer = try await service.post(
      "/v1/transactions", #"{"account":"\#(account)","signedTransactions":["\#(jws)"]}"#)
    return (answer.status, try answer.decode(Submission.self))
  }

  private func gems(_ account: String, _ service: TestService) async throws -> Int64 {
    try await service.get("/v1/accounts/\(account)/wallet").decode(Wallet.self).balances
      .filter { $0.coin == "gem" }.reduce(0) { $0 + $1.balance }
  }

  private func grants(_ service: TestService) async throws -> [String] {
    try await service.ledger.project()
    return try await service.get("/v1/grants").decode(Grants.self).grants.map {
      "\($0.transactionId) \($0.account ?? "-") \($0.amount)"
    }.sorted()
  }

  private func auditWallets(_ ledger: TestLedger) async throws {
    let audit = WalletAudit(pool: ledger.pool, log: ledger.log)
    for head in try await ledger.log.cut().heads where head.lane > 0 {
      _ = try await audit.verify(head)
    }
  }

  private static func run(_ granter: TestGranter) async throws {
    while try await granter.runOnce() > 0 {}
  }

  private func withTwoChains(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let month = CatalogProduct(
        "com.example.month", type: .autoRenewable, subscriptionGroupID: "group",
        grants: [ProductGrant("gem", 50)])
      _ = try await service.ledger.intake.catalogs.publish(
        Catalog([month], coins: ["gem": .daicho]), of: TestLedger.bundleID,
        validFrom: Instant(day: "2025-01-01"))
      _ = try await post(Self.ofA, by: "a", service)
      _ = try await post(Self.ofB, by: "b", service)
      try await service.ledger.grant()
      let lanes = ["1", "10"].map {
        service.ledger.log.lane(of: .chain(ChainID(.production, OriginalTransactionID($0))))
      }
      #expect(lanes[0] != lanes[1], "the case is about two lanes")
      try await body(service)
    }
  }

  @Test func `grants once in the whole ledger, and nothing is shown twice`() async throws {
    try await withTwoChains { service in
      let notification = try service.ledger.authority.subscribed(Self.moved)
      _ = try await service.notify(#"{"signedPayload":"\#(notification)"}"#)
      try await service.ledger.grant()
      #expect(try await gems("a", service) == 50)
      #expect(try await gems("b", service) == 50)
      #expect(try await grants(service) == ["1 a 50", "10 b 50"])
      try await auditWallets(service.ledger)

      let refused = try await RefusedGrants(service.ledger.pool, lanes: service.ledger.log.lanes)
        .all()
      #expect(
        refused.map { [$0.chain, $0.grantedIn] } == [
          [ChainID(.production, "1"), ChainID(.production, "10")]
        ])
      #expect(refused.map(\.transactionID) == ["10"])
    }
  }

  @Test func `a post of the transaction under the other chain is answered at once, without grants`()
    async throws
  {
    try await withTwoChains { service in
      for _ in 0..<2 {
        let (status, answer) = try await post(Self.moved, by: "a", service)
        #expect(status == 200)
        #expect(answer.transactions.map(\.finish) == [true])
        #expect(answer.transactions.map { $0.grants?.count } == [0])
        try await service.ledger.grant()
      }
      #expect(try await gems("a", service) == 50)
      #expect(try await gems("b", service) == 50)
      #expect(try await grants(service) == ["1 a 50", "10 b 50"])
    }
  }

  @Test func `whichever process grants first, the other makes nothing`() async throws {
    try await withTwoChains { service in
      let ledger = service.ledger
      let other = ledger.granter(of: try await ledger.another())
      for number in 20..<26 {
        let own = Self.month(
          "\(number)", of: "\(number)", from: "2026-04-01", to: "2026-05-01", signed: "2026-04-01")
        var moved = own
        moved.originalTransactionId = "1"
        moved.signedDate += 1_000
        for transaction in [own, moved] {
          let jws = try ledger.authority.subscribed(transaction)
          _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
        }
        async let mine: Void = Self.run(ledger.granter)
        async let theirs: Void = Self.run(other)
        _ = try await (mine, theirs)
      }
      try await ledger.grant()
      #expect(try await ledger.count("select count(*) from event where type = 11") == 8)
      #expect(try await ledger.count("select count(*) from grant_key") == 8)
      try await auditWallets(ledger)
    }
  }

  @Test func `a grant that two chains have after all is found by the audit of wallets`()
    async throws
  {
    try await withTwoChains { service in
      let ledger = service.ledger
      try await ledger.script(
        """
        begin; set local session_replication_role = replica;
        delete from grant_key where id = '\(GrantID(ChainID(.production, "1"), "10", "gem").key)';
        commit
        """)
      let notification = try ledger.authority.subscribed(Self.moved)
      _ = try await service.notify(#"{"signedPayload":"\#(notification)"}"#)
      try await ledger.grant()
      #expect(try await gems("a", service) == 100)
      let broken = await #expect(throws: BrokenPromise.self) { try await auditWallets(ledger) }
      #expect(broken?.finding.contains("of transaction 10 was made in another chain, too") == true)
    }
  }
}
