import Access
import AppStore
import AppStoreSimulator
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

/// Accounts and purchases, found by the ids that a customer may give to support.
struct LookupTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private struct Found: Decodable {
    struct Match: Decodable, Equatable {
      let environment: String, app: String, account: String?, originalTransactionId: String?
      let transactionId: String?

      init(
        _ original: String?, _ transaction: String? = nil, of account: String?,
        in environment: String = "Production"
      ) {
        self.environment = environment
        app = "com.example.game"
        self.account = account
        originalTransactionId = original
        transactionId = transaction
      }
    }
    let matches: [Match]
  }

  private static func lookUp(
    _ query: String, _ service: TestService
  ) async throws -> [Found.Match] {
    try await service.get("/v1/lookup?\(query)").decode(Found.self).matches
  }

  @Test func `any transaction of a chain leads to the chain and its owner`() async throws {
    try await TestService.with { service in
      var renewal = SignableTransaction.month("2001")
      renewal.originalTransactionId = "2000"
      renewal.webOrderLineItemId = "9000001"
      try await service.posts("anna", renewal)
      #expect(
        try await Self.lookUp("transaction=2001", service) == [.init("2000", "2001", of: "anna")])
      // Its first transaction was never heard of.
      #expect(try await Self.lookUp("transaction=2000", service) == [.init("2000", of: "anna")])
      #expect(
        try await Self.lookUp("lineItem=9000001", service) == [.init("2000", "2001", of: "anna")])
      for query in ["transaction=7", "lineItem=7", "transaction=2001&environment=Sandbox"] {
        #expect(try await service.get("/v1/lookup?\(query)").problem == "404 nothing_found")
      }
    }
  }

  @Test func `a purchase of an erased person has no account, also when another takes the name`()
    async throws
  {
    try await TestService.with { service in
      try await service.posts("anna", .month())
      #expect(try await service.delete("/v1/accounts/anna").status == 200)
      #expect(try await service.post("/v1/accounts/anna/resume", "").status == 200)
      try await service.ledger.project()
      #expect(
        try await Self.lookUp("transaction=2000", service) == [.init("2000", "2000", of: nil)])
      try await service.posts("anna", .month())
      #expect(
        try await Self.lookUp("transaction=2000", service) == [.init("2000", "2000", of: "anna")])
    }
  }

  @Test func `a token leads to its account, and to what waits under it`() async throws {
    try await TestService.with { service in
      let unknown = try await service.get("/v1/lookup?token=\(Self.token)")
      #expect(unknown.problem == "404 nothing_found")
      try await service.hears(.month(token: Self.token))
      let query = "token=\(Self.token.uppercased())"
      #expect(try await Self.lookUp(query, service) == [.init("2000", of: nil)])
      _ = try await service.registers("anna", Self.token)
      #expect(try await Self.lookUp(query, service) == [.init("2000", of: "anna")])
    }
  }

  @Test func `a registered token without purchases leads to its account`() async throws {
    try await TestService.with { service in
      _ = try await service.registers("anna", Self.token)
      #expect(try await Self.lookUp("token=\(Self.token)", service) == [.init(nil, of: "anna")])
    }
  }

  @Test func `of any environment, Production comes first`() async throws {
    try await TestService.with { service in
      var sandbox = SignableTransaction.month()
      sandbox.environment = "Sandbox"
      try await service.posts("bert", sandbox)
      try await service.posts("anna", .month())
      #expect(
        try await Self.lookUp("transaction=2000&environment=any", service) == [
          .init("2000", "2000", of: "anna"), .init("2000", "2000", of: "bert", in: "Sandbox"),
        ])
    }
  }

  @Test func `an order is asked of Apple, and what Apple signed is recorded`() async throws {
    let simulation = try Simulation(
      of: World(
        of: SimulatedApp(
          bundleID: TestLedger.bundleID.rawValue, appAppleID: TestLedger.appAppleID,
          environment: .production),
        selling: .game, seed: 7, from: TestLedger.now.milliseconds - 90 * 86_400_000),
      signedBy: SigningAuthority(), developerKey: DeveloperKey(), telling: { _ in .success })
    let bought = try await simulation.withWorld { world in
      let ada = try world.addCustomer("ada")
      guard
        case .completed(let index) = try world.buy(
          PurchaseCommand("com.example.game.gems.100"), by: ada)
      else { throw NotBought() }
      return (order: world.transactions[index].orderID, id: world.transactions[index].id)
    }
    let root = try RootCertificate(
      fileContents: Array(simulation.authority.rootCertificatePEM.utf8))
    let developer = simulation.developerKey
    let key = try ServerAPIKey(
      issuerID: developer.issuerID, keyID: developer.keyID, pem: developer.privateKeyPEM)
    try await simulation.whileOpen { url in
      let client = ServerAPIClient(
        bundleID: TestLedger.bundleID.rawValue, key: key, hosts: [AppleHosts(url: url)],
        in: ServerAPIContext(now: { Timestamp(milliseconds: Instant(Date()).milliseconds) }))
      try await TestService.with(
        by: {
          Intake(
            apps: [TestLedger.app()], verifier: PayloadVerifier(roots: [root]), log: $0.log,
            now: { TestLedger.now })
        }, clients: ServerAPIClients([TestLedger.bundleID: client])
      ) { service in
        let found = try await Self.lookUp("order=\(bought.order)", service)
        #expect(found == [.init(bought.id, bought.id, of: nil)])
        try await service.ledger.project()
        let path = "/v1/purchases/\(bought.id)"
        #expect(try await service.get(path).status == 200)
        #expect(try await Self.lookUp("order=\(bought.order)", service) == found)
        let past = try await service.get(
          "/v1/lookup?order=\(bought.order)&knownAt=2001-01-01T00:00:00.000Z")
        #expect(past.problem == "404 nothing_found")
        let none = try await service.get("/v1/lookup?order=MX000000")
        #expect(none.problem == "404 nothing_found")
        let sandbox = try await service.get("/v1/lookup?order=\(bought.order)&environment=Sandbox")
        #expect(sandbox.problem == "404 nothing_found")
      }
    }
  }

  private struct NotBought: Error {}

  @Test func `a request gives one id that can be one`() async throws {
    try await TestService.with { service in
      for query in ["", "?transaction=1&token=\(Self.token)", "?token=anna", "?transaction="] {
        let answer = try await service.get("/v1/lookup\(query)")
        #expect(answer.problem == "400 invalid_parameter", "\(query)")
      }
      let order = try await service.get("/v1/lookup?order=MX1")
      #expect(order.problem == "409 server_api_key_missing")
      let key = try await service.keys.create(name: "game", scopes: [.read, .ingest, .grants])
      let refused = try await service.get("/v1/lookup?transaction=1", as: key)
      #expect(refused.problem == "403 insufficient_scope")
    }
  }

  /// A month that begins on 15 May.
  @Test func `what was bought or recorded later is not found`() async throws {
    try await TestService.with { service in
      let before = try await service.ledger.log.cut().moment
      try await service.posts("guest", .month())
      _ = try await service.registers("guest", Self.token)
      let apart = try await service.ledger.log.cut().moment
      _ = try await service.ledger.known("anna")
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments, key: "m")
      try await service.ledger.project()
      func found(_ query: String) async throws -> [Found.Match] {
        let answer = try await service.get("/v1/lookup?\(query)")
        return answer.status == 404 ? [] : try answer.decode(Found.self).matches
      }
      let query = "transaction=2000"
      #expect(try await found(query) == [.init("2000", "2000", of: "anna")])
      #expect(try await found("\(query)&knownAt=\(apart)") == [.init("2000", "2000", of: "guest")])
      #expect(try await found("\(query)&knownAt=\(before)") == [])
      #expect(
        try await found("\(query)&at=2026-05-15T00:00:00.000Z")
          == [.init("2000", "2000", of: "anna")])
      #expect(try await found("\(query)&at=2026-05-14T23:59:59.999Z") == [])
      let token = "token=\(Self.token)"
      #expect(try await found(token) == [.init("2000", of: "anna")])
      #expect(try await found("\(token)&knownAt=\(apart)") == [.init("2000", of: "guest")])
      #expect(try await found("\(token)&knownAt=\(before)") == [])
      // Without the purchase, the account alone.
      #expect(
        try await found("\(token)&at=2026-05-14T23:59:59.999Z") == [.init(nil, of: "anna")])
      let future = try await service.get("/v1/lookup?\(query)&knownAt=2999-01-01T00:00:00.000Z")
      #expect(future.problem == "400 invalid_parameter")
    }
  }
}
