import Access
import AppStoreSimulator
import EventStore
import HTTPTypes
import Ledger
import Projections
import TestSupport
import Testing

struct ReadTests {
  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  @Test func `an entitlement is answered as the contract shapes it`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let answer = try await service.get("/v1/accounts/\(Self.account)/entitlements")
      #expect(answer.status == 200)
      let because = try await service.observations(of: "2000")
      let position = service.ledger.log.token(try await service.ledger.reader.positions.reached())
      #expect(
        answer.body == """
          {"account":"\(Self.account)","at":"2026-06-01T00:00:00.000Z","entitlements":[\
          {"because":\(because),"confirmedAt":"2026-05-15T00:00:00.000Z",\
          "environment":"Production","expiresAt":"2026-06-15T00:00:00.000Z","originalTransactionId":"2000",\
          "ownership":"PURCHASED","productId":"com.example.month","renewalOverdue":false,\
          "startsAt":"2026-05-15T00:00:00.000Z","state":"active","subscriptionGroupId":"group",\
          "transactionId":"2000","type":"Auto-Renewable Subscription","unlocks":[]}],"position":"\(position)"}
          """)
    }
  }

  @Test func `a subscription is answered with what is unknown as null`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let answer = try await service.get(
        "/v1/accounts/\(Self.account)/subscriptions?at=2026-07-01T00:00:00Z")
      let position = service.ledger.log.token(try await service.ledger.reader.positions.reached())
      #expect(
        answer.body == """
          {"account":"\(Self.account)","at":"2026-07-01T00:00:00.000Z","position":"\(position)",\
          "subscriptions":[{"autoRenew":null,"commitment":null,\
          "confirmedAt":"2026-05-15T00:00:00.000Z","environment":"Production","expirationIntent":null,"expiresAt":"2026-06-15T00:00:00.000Z",\
          "gracePeriodExpiresAt":null,"offer":null,"originalTransactionId":"2000",\
          "ownership":"PURCHASED","priceIncreaseStatus":null,"productId":"com.example.month",\
          "renewalOverdue":true,"renewsAs":null,"status":"expired","subscriptionGroupId":"group"}]}
          """)
    }
  }

  @Test func `a purchase is answered with its transactions`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let answer = try await service.get("/v1/purchases/2000?at=2026-05-01T00:00:00Z")
      let position = service.ledger.log.token(try await service.ledger.reader.positions.reached())
      #expect(
        answer.body == """
          {"account":"\(Self.account)","app":"com.example.game","environment":"Production",\
          "originalTransactionId":"2000","position":"\(position)","subscription":null,\
          "transactions":[]}
          """)
      struct Purchase: Decodable {
        struct Transaction: Decodable, Equatable {
          let transactionId: String, price: Int, currency: String, isUpgraded: Bool
        }
        let transactions: [Transaction]
      }
      let now = try await service.get("/v1/purchases/2000").decode(Purchase.self)
      #expect(
        now.transactions == [
          .init(transactionId: "2000", price: 9_990, currency: "USD", isUpgraded: false)
        ])
    }
  }

  @Test func `a purchase and a query of many accounts have tags, too`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let purchase = try #require(try await service.get("/v1/purchases/2000").headers[.eTag])
      let same = try await service.get("/v1/purchases/2000", headers: [.ifNoneMatch: purchase])
      #expect(same.status == 304)
      let query = "/v1/entitlements/query"
      let body = #"{"accounts":["\#(Self.account)"]}"#
      let tag = try #require(try await service.post(query, body).headers[.eTag])
      let headers: HTTPFields = [
        .authorization: "Bearer \(service.key.text)", .ifNoneMatch: tag,
      ]
      #expect(try await service.ask(query, .post, headers, body).status == 304)
      // After the month, and before it, the content is another.
      let later = "?at=2026-07-01T00:00:00Z"
      #expect(try await service.ask(query + later, .post, headers, body).status == 200)
      let before = try await service.get(
        "/v1/purchases/2000?at=2026-05-01T00:00:00Z", headers: [.ifNoneMatch: purchase])
      #expect(before.status == 200)
    }
  }

  @Test func `an unknown purchase is not found, nor one of another environment`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      for path in ["/v1/purchases/1", "/v1/purchases/2000?environment=Sandbox"] {
        let answer = try await service.get(path)
        #expect(answer.problem == "404 purchase_not_found")
      }
    }
  }

  @Test func `history goes on page by page where it stopped`() async throws {
    struct Page: Decodable {
      struct Event: Decodable { let id: String, type: String, notificationType: String? }
      let history: [Event]
      let next: String?
    }
    try await TestService.withMonth(of: Self.account) { service in
      let path = "/v1/accounts/\(Self.account)/history"
      let whole = try await service.get(path).decode(Page.self)
      #expect(
        whole.history.map(\.type) == ["notice.received", "transaction.observed"])
      #expect(whole.history.first?.notificationType == "SUBSCRIBED")
      #expect(whole.next == nil)
      let first = try await service.get("\(path)?limit=1")
      let next = try #require(try first.decode(Page.self).next)
      let link = try #require(HTTPField.Name("Link"))
      #expect(first.headers[link] == "<\(path)?limit=1&after=\(next)>; rel=\"next\"")
      let second = try await service.get("\(path)?limit=2&after=\(next)").decode(Page.self)
      #expect(second.history.map(\.id) == whole.history.dropFirst().map(\.id))
      #expect(second.next == nil)
    }
  }

  @Test func `what has not changed need not be sent again`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let path = "/v1/accounts/\(Self.account)/entitlements"
      let first = try await service.get(path)
      let tag = try #require(first.headers[.eTag])
      let later = try await service.get(
        "\(path)?at=2026-06-02T00:00:00Z", headers: [.ifNoneMatch: "\"other\", \(tag)"])
      #expect(later.status == 304)
      #expect(later.body.isEmpty)
      #expect(later.headers[.eTag] == tag)
      let expired = try await service.get(
        "\(path)?at=2026-07-01T00:00:00Z", headers: [.ifNoneMatch: tag])
      #expect(expired.status == 200)
      #expect(expired.headers[.eTag] != tag)
    }
  }

  @Test(arguments: [
    "subscriptions", "tenure", "wallet",
  ])
  func `a read that has not changed need not be sent again`(read: String) async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let path = "/v1/accounts/\(Self.account)/\(read)"
      let first = try await service.get("\(path)?at=2026-06-02T00:00:00Z")
      let tag = try #require(first.headers[.eTag])
      let later = try await service.get(
        "\(path)?at=2026-06-02T00:00:00Z", headers: [.ifNoneMatch: tag])
      #expect(later.status == 304)
      #expect(later.body.isEmpty)
      let other = try await service.get(
        "\(path)?at=2026-06-02T00:00:00Z", headers: [.ifNoneMatch: "W/\"0\""])
      #expect(other.body == first.body)
    }
  }

  @Test func `a read waits for a write, and says so when it cannot`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      let path = "/v1/accounts/\(Self.account)/entitlements"
      let reached = service.ledger.log.token(try await service.ledger.reader.positions.reached())
      #expect(try await service.get("\(path)?minPosition=\(reached)").status == 200)
      let ahead = service.ledger.log.token(Position([1: 999_999]))
      let answer = try await service.get("\(path)?minPosition=\(ahead)")
      #expect(answer.problem == "503 position_not_reached retryable")
      #expect(answer.headers[.retryAfter] == "1")
    }
  }

  @Test(arguments: [
    ("foo=1", "unknown_parameter"), ("limit=1", "unknown_parameter"),
    ("at=yesterday", "invalid_parameter"), ("environment=production", "invalid_parameter"),
    ("minPosition=x", "invalid_parameter"), ("minPosition=-1.1", "invalid_parameter"),
    ("minPosition=1.1", "invalid_parameter"),
    ("minPosition=00000000-5.0", "invalid_parameter"),
    ("minPosition=00000000-1.0_99.7", "invalid_parameter"),
    ("app=com.example.other", "unknown_app"),
    ("knownAt=yesterday", "invalid_parameter"),
    ("knownAt=2999-01-01T00:00:00Z", "invalid_parameter"),
    ("at=2026-01-01T00:00:00Z&at=2026-01-01T00:00:00Z", "invalid_parameter"),
  ])
  func `a bad parameter is named`(query: String, code: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/accounts/anna/entitlements?\(query)")
      #expect(answer.problem == "400 \(code)")
      let name = try #require(query.split(separator: "=").first)
      #expect(answer.body.contains("`\(name)`"))
    }
  }

  @Test func `an account's name may hold any letter, escaped`() async throws {
    struct Named: Decodable { let account: String }
    try await TestService.with { service in
      let answer = try await service.get("/v1/accounts/a%2Fb%20%C3%A9/subscriptions")
      #expect(try answer.decode(Named.self).account == "a/b é")
      for name in ["a%00b", "%ff", "%", "%+1", "%e9", String(repeating: "%61", count: 256)] {
        let rejected = try await service.get("/v1/accounts/\(name)/subscriptions")
        #expect(rejected.problem == "400 invalid_account", "\(name)")
      }
    }
  }

  @Test func `an account keeps each of its bytes, a byte order mark too`() async throws {
    struct Named: Decodable { let account: String }
    try await TestService.with { service in
      let answer = try await service.get("/v1/accounts/%EF%BB%BFbommy/subscriptions")
      #expect(try answer.decode(Named.self).account == "\u{FEFF}bommy")
    }
  }

  @Test func `a purchase is found by its escaped id, and by no broken one`() async throws {
    try await TestService.withMonth(of: Self.account) { service in
      #expect(try await service.get("/v1/purchases/%32000").status == 200)
      for id in ["%00", "2000%00", "%ff", "%2", "%20"] {
        let answer = try await service.get("/v1/purchases/\(id)")
        #expect(answer.problem == "404 purchase_not_found", "\(id)")
      }
    }
  }

  @Test func `no such address, no such method`() async throws {
    try await TestService.with { service in
      #expect(try await service.get("/v1/nothing").problem == "404 not_found")
      let answer = try await service.post("/v1/purchases/1", "")
      #expect(answer.problem == "405 method_not_allowed")
      #expect(answer.headers[.allow] == "GET, HEAD")
    }
  }
}

extension TestService {
  /// Returns the ids of the observed transactions of a chain, as JSON writes a list.
  fileprivate func observations(of chain: OriginalTransactionID) async throws -> String {
    let stream = StreamID.chain(ChainID(.production, chain))
    var ids: [String] = []
    for event in try await ledger.log.reading.events(of: stream, limit: 100) {
      if case .chain(.transactionObserved) = event.event { ids.append("\"\(event.id)\"") }
    }
    return "[\(ids.joined(separator: ","))]"
  }
}
