import Access
import AppStoreSimulator
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct GrantTests {
  private struct Page: Decodable {
    struct Grant: Decodable { let id: String, account: String?, state: String }
    let grants: [Grant]
    let next: String?
  }

  private static func pack(_ id: String) -> SignableTransaction {
    TestLedger.transaction(
      id, product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"))
  }

  private static func publishGems(
    keptBy wallet: CoinWallet, in service: TestService
  ) async throws {
    let catalog = try Catalog(
      [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])],
      coins: ["gem": wallet])
    _ = try await service.ledger.intake.catalogs.publish(
      catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
  }

  private let gems = GemPurchase("2000")
  private var id: GrantID { gems.grant() }

  /// Runs a service whose ledger has granted Anna 100 gems.
  private func withGrant(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let anna = AccountName(.production, TestLedger.bundleID, "anna")
      let claim = ChainClaimed(
        chain: gems.chain, account: anna.reference,
        claimedAt: gems.boughtAt)
      _ = try await service.ledger.log.append(
        [NewEvent(.account(.chainClaimed(claim)))], names: [anna])
      try await service.tell(
        gems.bought(), gems.owned(by: anna.reference), gems.granted(100, to: anna.reference))
      try await body(service)
    }
  }

  @Test func `a grant is answered as the contract shapes it`() async throws {
    try await withGrant { service in
      let position = service.ledger.log.token(
        try await service.ledger.reader.positions.reached())
      let lane = service.ledger.log.lane(of: .chain(gems.chain))
      let changed = service.ledger.log.token(Position([lane: 3]))
      let grant = """
        {"account":"anna","amount":100,"bookedAmount":null,"coin":"gem",\
        "environment":"Production","grantedAt":"2026-05-01T00:01:00.000Z","id":"\(id)",\
        "position":"\(changed)","productId":"gems","quantity":1,\
        "revision":192,"revokedAmount":0,"state":"pending","transactionId":"2000"}
        """
      let list = try await service.get("/v1/grants")
      #expect(list.status == 200)
      #expect(list.body == #"{"grants":[\#(grant)],"next":null,"position":"\#(position)"}"#)
      let one = try await service.get("/v1/grants/\(id)")
      #expect(one.body == #"{"grant":\#(grant),"position":"\#(position)"}"#)
    }
  }

  @Test(arguments: [true, false])
  func `a grant that has not changed need not be sent again`(isList: Bool) async throws {
    try await withGrant { service in
      let path = isList ? "/v1/grants" : "/v1/grants/\(id)"
      let tag = try #require(try await service.get(path).headers[.eTag])
      #expect(try await service.get(path, headers: [.ifNoneMatch: tag]).status == 304)
      _ = try await service.post("/v1/grants/\(id)/acknowledge", "")
      try await service.ledger.project()
      let changed = try await service.get(path, headers: [.ifNoneMatch: tag])
      #expect(changed.status == 200)
      #expect(changed.headers[.eTag] != tag)
    }
  }

  @Test func `an acknowledgement answers the same bytes, whatever becomes of the grant`()
    async throws
  {
    try await withGrant { service in
      let path = "/v1/grants/\(id)/acknowledge"
      let first = try await service.post(path, "")
      #expect(first.status == 200)
      #expect(
        first.body == """
          {"acknowledgedAt":"2026-06-01T00:00:00.000Z","amount":100,"bookedAmount":null,"coin":"gem",\
          "environment":"Production","grantedAt":"2026-05-01T00:01:00.000Z","id":"\(id)",\
          "productId":"gems","quantity":1,"state":"acknowledged","transactionId":"2000"}
          """)
      for event in [gems.acknowledged(), gems.refunded(), gems.bought(said: 9)] {
        try await service.tell(event)
        let again = try await service.post(path, #"{"bookedAmount":1}"#)
        #expect(again.body == first.body)
      }
      #expect(try await service.ledger.count("select count(*) from event where type = 16") == 1)
    }
  }

  @Test func `a grant is reported with the part taken back`() async throws {
    try await withGrant { service in
      try await service.tell(gems.refunded(67_932))
      let partly = try await service.get("/v1/grants?state=pending").body
      #expect(partly.contains(#""revokedAmount":68,"state":"pending""#))
      try await service.tell(gems.refunded(after: 3))
      #expect(try await service.get("/v1/grants?state=pending").decode(Page.self).grants.isEmpty)
      let revoked = try await service.get("/v1/grants?state=revoked").body
      #expect(revoked.contains(#""revokedAmount":100,"state":"revoked""#))
      let acknowledged = try await service.post("/v1/grants/\(id)/acknowledge", "")
      #expect(acknowledged.status == 200)
      try await service.ledger.project()
      #expect(try await service.get("/v1/grants/\(id)").body.contains(#""state":"revoked""#))
    }
  }

  @Test(arguments: [
    ("", 1), ("state=pending", 1), ("state=acknowledged", 0), ("state=revoked", 0),
    ("account=anna", 1), ("account=bert", 0), ("environment=Production", 1),
    ("environment=Sandbox", 0), ("app=com.example.game", 1),
    ("account=anna&environment=Sandbox", 0),
  ])
  func `a list holds what was asked for`(query: String, count: Int) async throws {
    try await withGrant { service in
      let page = try await service.get("/v1/grants?\(query)").decode(Page.self)
      #expect(page.grants.count == count)
    }
  }

  @Test func `an account whose name was forgotten is reported as null`() async throws {
    try await withGrant { service in
      let anna = service.ledger.account("anna").reference
      _ = try await service.ledger.intake.erasures.erase(
        anna, of: TestLedger.bundleID, in: .production)
      let page = try await service.get("/v1/grants").decode(Page.self)
      #expect(page.grants.map(\.account) == [nil])
      #expect(try await service.get("/v1/grants?account=anna").decode(Page.self).grants.isEmpty)
    }
  }

  @Test func `a grant of an erased account is nobody's, also when the name is taken again`()
    async throws
  {
    try await TestService.with { service in
      let ledger = service.ledger
      try await Self.publishGems(keptBy: .daicho, in: service)
      func accounts(_ query: String = "") async throws -> [String] {
        try await ledger.grant()
        try await ledger.project()
        let page = try await service.get("/v1/grants\(query)").decode(Page.self)
        return page.grants.map { "\($0.state) \($0.account ?? "-")" }.sorted()
      }
      _ = try await service.posts("anna", Self.pack("1"))
      let start = ledger.log.token(try await ledger.log.position())
      #expect(try await accounts() == ["credited anna"])
      _ = try await ledger.intake.erasures.erase(
        ledger.account("anna").reference, of: TestLedger.bundleID, in: .production)
      #expect(try await accounts() == ["credited -"])
      let jws = try ledger.authority.sign(payload: Self.pack("1"))
      let again = try await service.post(
        "/v1/transactions", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#)
      #expect(again.status == 200)
      #expect(again.body.contains(#""grants":[{"account":null"#), "\(again.body)")
      #expect(try await accounts() == ["credited -"])
      #expect(try await accounts("?account=anna") == [])
      #expect(try await accounts("?changedAfter=\(start)") == ["credited -"])
      _ = try await service.posts("anna", Self.pack("2"))
      #expect(try await accounts() == ["credited -", "credited anna"])
      #expect(try await accounts("?account=anna") == ["credited anna"])
    }
  }

  @Test func `a grant that an answer lists can be read and acknowledged at once`() async throws {
    try await TestService.with { service in
      try await Self.publishGems(keptBy: .game, in: service)
      let jws = try service.ledger.authority.sign(payload: Self.pack("1"))
      let answer = try await service.post(
        "/v1/transactions", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#)
      let id = try #require(answer.body.firstMatch(of: /"id":"([0-9a-f]{32})"/)).1
      let one = try await service.get("/v1/grants/\(id)")
      #expect(one.status == 200, "\(one.body)")
      let acknowledged = try await service.post(
        "/v1/grants/\(id)/acknowledge", #"{"bookedAmount":100}"#)
      #expect(acknowledged.status == 200, "\(acknowledged.body)")
      let sandbox = try await service.get("/v1/grants/\(id)?environment=Sandbox")
      #expect(sandbox.problem == "404 grant_not_found")
      let unknown = try await service.post(
        "/v1/grants/\(String(repeating: "0", count: 32))/acknowledge", "")
      #expect(unknown.problem == "404 grant_not_found")
    }
  }

  @Test func `a list goes on page by page where it stopped`() async throws {
    try await TestService.with { service in
      for number in 0..<5 {
        let gems = GemPurchase(TransactionID("\(2_000 + number)"))
        try await service.tell(gems.bought(), gems.granted(1))
      }
      let whole = try await service.get("/v1/grants").decode(Page.self).grants.map(\.id)
      var (paged, path) = ([String](), "/v1/grants?limit=2&state=pending")
      while true {
        let answer = try await service.get(path)
        let page = try answer.decode(Page.self)
        paged += page.grants.map(\.id)
        let link = try answer.headers[#require(HTTPField.Name("Link"))]
        guard let next = page.next else {
          #expect(link == nil)
          break
        }
        path = "/v1/grants?limit=2&state=pending&after=\(next)"
        #expect(link == "<\(path)>; rel=\"next\"")
      }
      #expect(paged == whole)
      #expect(Set(whole).count == 5)
    }
  }

  @Test func `a read waits for the grants to be there, and says so when they are not`() async throws
  {
    try await withGrant { service in
      let reached = service.ledger.log.token(
        try await service.ledger.reader.positions.reached())
      #expect(try await service.get("/v1/grants?minPosition=\(reached)").status == 200)
      #expect(try await service.get("/v1/grants/\(id)?minPosition=\(reached)").status == 200)
      let ahead = service.ledger.log.token(Position([1: 999_999]))
      let answer = try await service.get("/v1/grants?minPosition=\(ahead)")
      #expect(answer.problem == "503 position_not_reached retryable")
    }
  }

  @Test(arguments: [
    ("state=granted", "invalid_parameter"), ("limit=0", "invalid_parameter"),
    ("limit=1001", "invalid_parameter"), ("after=x", "invalid_parameter"),
    ("environment=sandbox", "invalid_parameter"), ("minPosition=x", "invalid_parameter"),
    ("app=com.example.other", "unknown_app"), ("account=", "invalid_account"),
    ("at=2026-01-01T00:00:00Z", "unknown_parameter"),
  ])
  func `a bad parameter is named with the remedy`(query: String, code: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/grants?\(query)")
      #expect(answer.problem == "400 \(code)")
      let name = try #require(query.split(separator: "=").first)
      #expect(answer.body.contains("`\(name)`"))
    }
  }

  @Test(arguments: [
    "00000000000000000000000000000000", "1", "%ff", "2000",
    "ABCDEF00000000000000000000000000",
  ])
  func `an unknown grant is not found`(id: String) async throws {
    try await withGrant { service in
      for answer in [
        try await service.get("/v1/grants/\(id)"),
        try await service.post("/v1/grants/\(id)/acknowledge", ""),
      ] {
        #expect(answer.problem == "404 grant_not_found")
        #expect(answer.body.contains("32 hexadecimal digits"))
        #expect(answer.body.contains("`minPosition`"))
      }
    }
  }

  @Test func `a grant of another environment or app is not found`() async throws {
    try await withGrant { service in
      for query in ["environment=Sandbox", "environment=Xcode"] {
        let answer = try await service.post("/v1/grants/\(id)/acknowledge?\(query)", "")
        #expect(answer.problem == "404 grant_not_found")
      }
      #expect(try await service.get("/v1/grants/\(id)?app=com.example.game").status == 200)
      #expect(try await service.ledger.count("select count(*) from event where type = 16") == 0)
    }
  }

  @Test func `grants want a key of their scope`() async throws {
    try await withGrant { service in
      let reader = try await service.keys.create(name: "reader", scopes: [.read, .ingest])
      let game = try await service.keys.create(name: "game", scopes: [.grants])
      #expect(
        try await service.get("/v1/grants", as: reader).problem == "403 insufficient_scope")
      #expect(
        try await service.post("/v1/grants/\(id)/acknowledge", "", as: reader).problem
          == "403 insufficient_scope")
      #expect(try await service.get("/v1/grants", as: game).status == 200)
      #expect(try await service.post("/v1/grants/\(id)/acknowledge", "", as: game).status == 200)
    }
  }

  @Test func `any environment narrows the reading of a grant to none, and no acknowledgement`()
    async throws
  {
    try await withGrant { service in
      let path = "/v1/grants/\(id)"
      let plain = try await service.get(path)
      let any = try await service.get("\(path)?environment=any")
      #expect(any.status == 200 && any.body == plain.body)
      let sandbox = try await service.get("\(path)?environment=Sandbox")
      #expect(sandbox.problem == "404 grant_not_found")
      let bound = try await service.keys.create(
        name: "qa", scopes: [.grants], reach: KeyReach(environments: [.sandbox]))
      let unreached = try await service.get("\(path)?environment=any", as: bound)
      #expect(unreached.problem == "404 grant_not_found")
      let refused = try await service.post("\(path)/acknowledge?environment=any", "")
      #expect(refused.problem == "400 invalid_parameter")
    }
  }
}

extension TestService {
  /// Records and projects events.
  fileprivate func tell(_ events: LedgerEvent...) async throws {
    try await ledger.record(events)
    try await ledger.project()
  }
}
