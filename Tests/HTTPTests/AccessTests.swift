import Access
import AppStoreSimulator
import HTTPTypes
import Postgres
import TestSupport
import Testing

struct AccessTests {
  @Test func `a key gives access until it is revoked`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(name: "shop", scopes: [.read])
      #expect(APIKey(key.text) == key)
      #expect(try await service.get("/v1/accounts/anna/entitlements", as: key).status == 200)
      #expect(
        try await service.keys.revoke(
          id: key.id, at: PostgresTimestamp(millisecondsSince1970: 1_700_000_000_000)))
      let answer = try await service.get("/v1/accounts/anna/entitlements", as: key)
      #expect(answer.problem == "401 invalid_key")
      #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="daicho""#)
      let revoked = try await service.keys.list().filter { $0.revokedAt != nil }
      #expect(revoked.map(\.name) == ["shop"])
    }
  }

  @Test func `a right id with a wrong secret opens nothing`() async throws {
    try await TestService.with { service in
      let forged = service.key.text.dropLast() + (service.key.text.hasSuffix("A") ? "B" : "A")
      let rejected = try await service.keys.authenticate(String(forged))
      #expect(rejected == nil)
      let record = try await service.keys.authenticate(service.key.text)
      #expect(record?.id == service.key.id)
    }
  }

  @Test(arguments: [
    "", "daicho", "daicho_0123abcd_", "daicho_0123ABCD_" + String(repeating: "a", count: 43),
    "sk_0123abcd_" + String(repeating: "a", count: 43),
  ])
  func `what is not written as a key is none`(text: String) {
    #expect(APIKey(text) == nil)
  }

  @Test func `a printed key shows no secret`() {
    var random = SplitMix64(seed: 1)
    let key = APIKey.generate(using: &random)
    #expect("\(key)" == "daicho_\(key.id)_…")
    #expect(key.text.count == 59)
  }

  @Test func `no key, or none that is one, is not let in`() async throws {
    try await TestService.with { service in
      for headers: HTTPFields in [[:], [.authorization: "Basic x"], [.authorization: "Bearer x"]] {
        let answer = try await service.ask("/v1/purchases/1", .get, headers)
        #expect(answer.problem == "401 invalid_key")
      }
    }
  }

  @Test(arguments: [
    ("read", 403, 200), ("ingest", 400, 403), ("grants", 403, 403), ("admin", 400, 200),
  ])
  func `each route asks for its scope, and admin has all`(
    names: String, posting: Int, reading: Int
  ) async throws {
    try await TestService.with { service in
      let scopes = try #require(Set<Scope>(names: names))
      let key = try await service.keys.create(name: "a", scopes: scopes)
      let post = try await service.post("/v1/transactions", "unreadable", as: key)
      let read = try await service.get("/v1/accounts/anna/subscriptions", as: key)
      #expect(post.status == posting)
      #expect(read.status == reading)
      for rejected in [post, read] where rejected.status == 403 {
        #expect(rejected.problem == "403 insufficient_scope")
      }
    }
  }

  @Test func `scopes are read by name, all or none`() {
    #expect(Set<Scope>(names: "ingest, read") == [.ingest, .read])
    #expect(Set<Scope>(names: "ingest,reed") == nil)
    #expect(Set<Scope>(names: "") == nil)
  }
}
