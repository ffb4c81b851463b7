import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Ownership by accounts, as the routes report it.
struct AccountTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let second = "7a6b5c4d-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let week = LinkPolicy.transfer(coolDown: .seconds(7 * 86_400))
  private static let players = ["anna", "bert", token, second]

  enum Step: String, CaseIterable { case notified, posted, registered }

  private static let orders: [[Step]] = [
    [.registered, .notified], [.notified, .registered], [.posted, .registered],
    [.registered, .notified, .posted], [.registered, .posted, .notified],
    [.notified, .posted, .registered], [.posted, .notified, .registered],
  ]

  @Test(arguments: orders)
  func `a registered token and its account are one, in whatever order they are heard`(
    order: [Step]
  ) async throws {
    try await TestService.with { service in
      let month = SignableTransaction.month(token: Self.token)
      for step in order {
        switch step {
        case .notified: try await service.hears(month)
        case .posted: try await service.posts("anna", month)
        case .registered:
          #expect(try await service.registers("anna", Self.token).status == 200)
        }
      }
      #expect(try await service.users(among: Self.players) == ["anna", Self.token])
      try await service.verifyProjections()
    }
  }

  @Test func `a token that names no known account keeps the purchase waiting`() async throws {
    try await TestService.with { service in
      let month = SignableTransaction.month(token: Self.token)
      let item = try await service.posts("anna", month)
      #expect(item.reason == "token_not_registered")
      #expect(item.finish)
      #expect(try await service.users(among: Self.players).isEmpty)
      let answer = try await service.registers("bert", Self.token)
      #expect(answer.body.contains(#""brought":["2000"]"#))
      try await service.ledger.project()
      #expect(try await service.users(among: Self.players) == ["bert", Self.token])
      #expect(try await service.posts("anna", month).reason == "owned_by_another_account")
      #expect(try await service.posts("bert", month).reason == nil)
      try await service.verifyProjections()
    }
  }

  @Test func `a token is registered once for ever, for one account`() async throws {
    try await TestService.with { service in
      let registered =
        #""appAccountToken":"\#(Self.token)","environments":[{"brought":[],"environment":"Production"},"#
        + #"{"brought":[],"environment":"Sandbox"}]"#
      for token in [Self.token, Self.token.uppercased(), Self.token] {
        let answer = try await service.registers("anna", token)
        #expect(answer.status == 200)
        #expect(answer.body.contains(registered))
      }
      let other = try await service.registers("bert", Self.token)
      #expect(other.problem == "409 token_of_another_account")
      #expect(try await service.registers("anna", "no token").problem == "400 invalid_body")
    }
  }

  @Test func `an account of the game's own is no account's token`() async throws {
    try await TestService.with { service in
      try await service.posts(Self.token, .month())
      let answer = try await service.registers("anna", Self.token)
      #expect(answer.problem == "409 token_of_another_account")
      #expect(try await service.users(among: Self.players) == [Self.token])
    }
  }

  @Test(arguments: [
    (LinkPolicy.firstWins, "owned_by_another_account" as String?, nil as String?, ["anna"]),
    (.share, nil, nil, ["anna", "bert"]), (week, nil, "anna", ["bert"]),
  ])
  func `a restore by a second player follows the policy`(
    policy: LinkPolicy, reason: String?, movedFrom: String?, users: [String]
  ) async throws {
    try await TestService.with(link: policy) { service in
      try await service.posts("anna", .month())
      #expect(try await service.posts("bert", .month()).reason == "owned_by_another_account")
      #expect(try await service.users(among: Self.players) == ["anna"])
      let item = try await service.posts("bert", .month(), restore: true)
      #expect(item.state == "settled")
      #expect(item.finish)
      #expect(item.reason == reason)
      #expect(item.movedFrom == movedFrom)
      #expect(try await service.users(among: Self.players) == users)
      try await service.verifyProjections()
    }
  }

  @Test func `a restore that is sent again names the former owner again`() async throws {
    struct Restored: Decodable { let id: String, transactions: [TestService.PostedItem] }
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      func restore(_ body: String) async throws -> [String?] {
        let restored = try await service.post("/v1/transactions", body).decode(Restored.self)
        let kept = try await service.get("/v1/receipts/\(restored.id)").decode(Restored.self)
        let former = restored.transactions.map(\.movedFrom)
        #expect(kept.transactions.map(\.movedFrom) == former)
        return former
      }
      try await service.posts("anna", .month())
      let jws = try service.ledger.authority.sign(payload: SignableTransaction.month())
      func body(_ account: String) -> String {
        #"{"account":"\#(account)","signedTransactions":["\#(jws)"],"restore":true}"#
      }
      for _ in 1...3 { #expect(try await restore(body("bert")) == ["anna"]) }
      for _ in 1...2 { #expect(try await restore(body("carl")) == ["bert"]) }
    }
  }

  @Test func `a restore within the cool-down moves nothing`() async throws {
    try await TestService.with(link: Self.week) { service in
      try await service.posts("anna", .month())
      try await service.posts("bert", .month(), restore: true)
      let early = try await service.posts("anna", .month(), restore: true)
      #expect(early.reason == "cooling_down")
      #expect(early.movedFrom == nil)
      #expect(early.coolingDownUntil == "2026-06-08T00:00:00.000Z")
      #expect(try await service.links("anna").problem == "409 owned_by_another_account")
      #expect(try await service.users(among: Self.players) == ["bert"])
      let later = service.ledger.intake(
        link: Self.week, at: TestLedger.now + .seconds(7 * 86_400))
      let jws = try service.ledger.authority.sign(payload: SignableTransaction.month())
      let again = try await later.transactions.receive(
        TransactionPost(account: "anna", signedTransactions: [jws], isRestore: true))
      #expect(again.items[0].reason == nil)
      #expect(again.items[0].movedFrom == "bert")
      try await service.ledger.project()
      #expect(try await service.users(among: Self.players) == ["anna"])
    }
  }

  @Test(arguments: [
    LinkPolicy.firstWins, .share, week,
  ])
  func `of two tokens on one chain the one of the later purchase owns it, whatever the policy`(
    policy: LinkPolicy
  ) async throws {
    try await TestService.with(link: policy) { service in
      _ = try await service.registers("anna", Self.token)
      _ = try await service.registers("bert", Self.second)
      try await service.hears(.month(token: Self.token))
      try await service.hears(.renewedMonth(token: Self.second))
      try await service.hears(.month(token: Self.token))
      #expect(try await service.users(among: Self.players) == ["bert", Self.second])
      try await service.verifyProjections()
    }
  }

  @Test func `two tokens of one account are one`() async throws {
    try await TestService.with(link: Self.week) { service in
      try await service.hears(.month(token: Self.token))
      _ = try await service.registers("anna", Self.token)
      _ = try await service.registers("anna", Self.second)
      #expect(
        try await service.posts("anna", .renewedMonth(token: Self.second)).reason == nil)
      #expect(
        try await service.users(among: Self.players) == ["anna", Self.token, Self.second])
    }
  }

  @Test func `a token of another account does not bring its purchase along`() async throws {
    try await TestService.with { service in
      _ = try await service.registers("anna", Self.token)
      try await service.hears(.month(token: Self.token))
      let item = try await service.posts("bert", .month(token: Self.token))
      #expect(item.reason == "owned_by_another_account")
      #expect(try await service.users(among: Self.players) == ["anna", Self.token])
    }
  }

  @Test func `a purchase without an owner is linked to the first account that asks`() async throws {
    struct Linked: Decodable {
      let account: String, originalTransactionId: String, state: String, position: String
    }
    try await TestService.with { service in
      try await service.hears(.month())
      #expect(try await service.users(among: Self.players).isEmpty)
      for _ in 1...2 {
        let answer = try await service.links("anna")
        #expect(answer.status == 200)
        let linked = try answer.decode(Linked.self)
        #expect(linked.account == "anna")
        #expect(linked.originalTransactionId == "2000")
        #expect(linked.state == "linked")
        let path = "/v1/accounts/anna/entitlements?minPosition=\(linked.position)"
        #expect(try await service.get(path).body.contains(#""transactionId":"2000""#))
      }
      #expect(try await service.links("bert").problem == "409 owned_by_another_account")
      #expect(try await service.links("bert", "9").problem == "404 purchase_not_found")
    }
  }

  @Test func `a purchase without an owner is linked by the id of a renewal`() async throws {
    try await TestService.with { service in
      try await service.hears(.month())
      try await service.hears(.renewedMonth())
      #expect(try await service.links("anna", "2001").status == 200)
      #expect(try await service.users(among: Self.players) == ["anna"])
      #expect(try await service.links("bert", "2001").problem == "409 owned_by_another_account")
      #expect(try await service.links("bert", "2002").problem == "404 purchase_not_found")
    }
  }

  @Test func `an operator gives a purchase away, and takes it back`() async throws {
    try await TestService.with { service in
      let intake = service.ledger.intake
      _ = try await service.registers("anna", Self.token)
      try await service.posts("anna", .month(token: Self.token))
      func undo() async throws {
        _ = try await intake.links.undoLink(
          of: "2000", of: TestLedger.bundleID, in: .production, author: "eve", reason: "mistake")
        try await service.ledger.project()
      }
      _ = try await intake.links.assign(
        "2000", to: "bert", of: TestLedger.bundleID, in: .production, author: "eve",
        reason: "lost phone")
      try await service.ledger.project()
      #expect(try await service.users(among: Self.players) == ["bert"])
      #expect(
        try await service.posts("anna", .month(token: Self.token)).reason
          == "owned_by_another_account")
      try await undo()
      #expect(try await service.users(among: Self.players) == ["anna", Self.token])
      try await undo()
      #expect(try await service.users(among: Self.players) == ["bert"])
      try await service.verifyProjections()
    }
  }

  @Test func `what was known before a transfer is answered as it was`() async throws {
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      _ = try await service.registers("anna", Self.token)
      try await service.posts("anna", .month(token: Self.token))
      let moment = try await service.ledger.log.cut().moment
      try await service.posts("bert", .month(), restore: true)
      #expect(try await service.users(among: Self.players) == ["bert"])
      for (account, has) in [("anna", true), (Self.token, true), ("bert", false)] {
        let path = "/v1/accounts/\(account)/entitlements?knownAt=\(moment)"
        #expect(try await service.get(path).body.contains("2000") == has, "\(account)")
      }
    }
  }

  private struct NotErased: Error {}

  @Test func `an erasure forgets the names of the aliases too`() async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      _ = try await service.registers("anna", Self.token)
      try await service.hears(.month(token: Self.token))
      try await service.posts("anna", .month("3000", token: Self.token))
      let (anna, token) = (
        ledger.account("anna").reference, ledger.account(AccountID(Self.token)).reference
      )
      #expect(try await ledger.log.names(of: [anna, token]).count == 2)
      let outcome = try await ledger.intake.erasures.erase(
        anna, of: TestLedger.bundleID, in: .production)
      guard case .erased(let erased) = outcome else { throw NotErased() }
      #expect(erased.chains == ["2000", "3000"])
      #expect(try await ledger.log.names(of: [anna, token]).isEmpty)
      try await ledger.project()
      #expect(try await service.users(among: Self.players).isEmpty)
      let events = try await ledger.log.reading.events(
        of: .chain(ChainID(.production, "2000")), limit: 9)
      for event in events where event.evidence == event.id {
        #expect(try await ledger.log.evidence(of: event.id) == .erased)
      }
      try await service.verifyProjections()
    }
  }
}

extension SignableTransaction {
  /// Returns the following month of the same chain, bought with another token.
  fileprivate static func renewedMonth(token: String? = nil) -> SignableTransaction {
    var renewed = SignableTransaction.month("2001", token: token)
    renewed.originalTransactionId = "2000"
    return renewed
  }
}
