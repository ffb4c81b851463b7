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
    [.notified, .posted], [.posted, .notified], [.registered, .notified], [.notified, .registered],
    [.posted], [.registered, .notified, .posted], [.notified, .posted, .notified, .posted],
  ]

  @Test(arguments: orders)
  func `a token and its account are one, in whatever order they are heard`(
    order: [Step]
  ) async throws {
    try await TestService.with { service in
      let month = SignableTransaction.month(token: Self.token)
      for step in order {
        switch step {
        case .notified: try await service.hears(month)
        case .posted: #expect(try await service.posts("anna", month).reason == nil)
        case .registered:
          #expect(try await service.registers("anna", Self.token).status == 200)
        }
      }
      #expect(try await service.users(among: Self.players) == ["anna", Self.token])
      try await service.verifyProjections()
    }
  }

  @Test func `a token is registered once for ever, for one account`() async throws {
    try await TestService.with { service in
      let registered = """
        {"account":"anna","appAccountToken":"\(Self.token)","state":"registered"}
        """
      for token in [Self.token, Self.token.uppercased(), Self.token] {
        let answer = try await service.registers("anna", token)
        #expect(answer.status == 200)
        #expect(answer.body == registered)
      }
      let other = try await service.registers("bert", Self.token)
      #expect(other.problem == "409 token_of_another_account")
      #expect(try await service.registers("anna", "no token").problem == "400 unreadable_body")
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
    (LinkPolicy.firstWins, "owned_by_another_account" as String?, ["anna"]),
    (.share, nil, ["anna", "bert"]), (week, nil, ["bert"]),
  ])
  func `two players on one device have what the policy says`(
    policy: LinkPolicy, reason: String?, users: [String]
  ) async throws {
    try await TestService.with(link: policy) { service in
      try await service.posts("anna", .month())
      let item = try await service.posts("bert", .month())
      #expect(item.state == "settled")
      #expect(item.finish)
      #expect(item.reason == reason)
      #expect(try await service.users(among: Self.players) == users)
      try await service.verifyProjections()
    }
  }

  @Test func `a chain does not go to and fro within the cool-down`() async throws {
    try await TestService.with(link: Self.week) { service in
      try await service.posts("anna", .month())
      try await service.posts("bert", .month())
      #expect(try await service.posts("anna", .month()).reason == "cooling_down")
      let answer = try await service.links("anna")
      #expect(answer.problem == "409 cooling_down retryable")
      #expect(answer.headers[.retryAfter] == "604800")
      #expect(try await service.users(among: Self.players) == ["bert"])
      let later = service.ledger.intake(
        link: Self.week, at: TestLedger.now + .seconds(7 * 86_400))
      _ = try await later.link("anna", to: "2000", of: TestLedger.bundleID, in: .production)
      try await service.ledger.project()
      #expect(try await service.users(among: Self.players) == ["anna"])
    }
  }

  @Test(arguments: [
    (LinkPolicy.firstWins, ["anna", token]), (.share, players), (week, ["bert", second]),
  ])
  func `two tokens of two accounts on one chain follow the policy`(
    policy: LinkPolicy, users: [String]
  ) async throws {
    try await TestService.with(link: policy) { service in
      _ = try await service.registers("anna", Self.token)
      _ = try await service.registers("bert", Self.second)
      try await service.hears(.month(token: Self.token))
      try await service.hears(.renewedMonth(token: Self.second))
      try await service.hears(.month(token: Self.token))
      #expect(try await service.users(among: Self.players) == users)
      try await service.verifyProjections()
    }
  }

  @Test func `a claim whose process ended before the policy spoke is made again`() async throws {
    try await TestService.with(link: Self.week) { service in
      _ = try await service.registers("anna", Self.token)
      _ = try await service.registers("bert", Self.second)
      try await service.hears(.month(token: Self.token))
      let (chain, bundleID) = (ChainID(.production, "2000"), TestLedger.bundleID)
      let account = service.ledger.account(AccountID(Self.second)).reference
      let owned = ChainOwned(
        chain: chain, bundleID: bundleID, account: account, decidedAt: TestLedger.now)
      let claimed = ChainClaimed(
        chain: chain, bundleID: bundleID, account: account, claimedAt: TestLedger.now)
      let appended = try await service.ledger.log.append([
        NewEvent(.chain(.chainOwned(owned))),
        NewEvent(.account(.chainClaimed(claimed)), followsNew: true),
      ])
      #expect(appended.outcomes[1] == .withheld(for: appended.outcomes[0].id))
      try await service.hears(.renewedMonth(token: Self.second))
      #expect(try await service.users(among: Self.players) == ["bert", Self.second])
    }
  }

  @Test func `two tokens of one account are one`() async throws {
    try await TestService.with(link: Self.week) { service in
      try await service.hears(.month(token: Self.token))
      _ = try await service.registers("anna", Self.token)
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

  @Test func `an operator gives a purchase away, and takes it back`() async throws {
    try await TestService.with { service in
      let intake = service.ledger.intake
      try await service.posts("anna", .month(token: Self.token))
      func undo() async throws {
        _ = try await intake.undoLink(
          of: "2000", of: TestLedger.bundleID, in: .production, author: "eve", reason: "mistake")
        try await service.ledger.project()
      }
      _ = try await intake.assign(
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
      try await service.posts("anna", .month(token: Self.token))
      let moment = try await service.ledger.log.cut().moment
      try await service.posts("bert", .month())
      #expect(try await service.users(among: Self.players) == ["bert"])
      for (account, has) in [("anna", true), (Self.token, true), ("bert", false)] {
        let path = "/v1/accounts/\(account)/entitlements?knownAt=\(moment)"
        #expect(try await service.get(path).body.contains("2000") == has, "\(account)")
      }
    }
  }

  @Test func `an erasure forgets the names of the aliases too`() async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      try await service.hears(.month(token: Self.token))
      try await service.posts("anna", .month("3000", token: Self.token))
      let (anna, token) = (
        ledger.account("anna").reference, ledger.account(AccountID(Self.token)).reference
      )
      #expect(try await ledger.log.names(of: [anna, token]).count == 2)
      let erased = try await ledger.intake.erase(anna, of: TestLedger.bundleID, in: .production)
      #expect(erased.chains == ["2000", "3000"])
      #expect(try await ledger.log.names(of: [anna, token]).isEmpty)
      try await ledger.project()
      #expect(try await service.users(among: Self.players).isEmpty)
      let events = try await ledger.log.events(of: .chain(ChainID(.production, "2000")), limit: 9)
      for event in events where event.evidence == event.id {
        #expect(try await ledger.log.evidence(of: event.id) == .erased)
      }
      try await service.verifyProjections()
    }
  }
}

extension SignableTransaction {
  /// Returns the following month of the same chain, bought with another token.
  fileprivate static func renewedMonth(token: String) -> SignableTransaction {
    var renewed = SignableTransaction.month("2001", token: token)
    renewed.originalTransactionId = "2000"
    return renewed
  }
}
