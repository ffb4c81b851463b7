import Access
import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

struct AccessTests {
  @Test func `a key gives access until it is revoked`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(name: "shop", scopes: [.read])
      #expect(APIKey(key.text) == key)
      #expect(try await service.get("/v1/accounts/anna/entitlements", as: key).status == 200)
      #expect(try await service.keys.revoke(id: key.id))
      let answer = try await service.get("/v1/accounts/anna/entitlements", as: key)
      #expect(answer.problem == "401 invalid_key")
      #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="daicho""#)
      let revoked = try await service.keys.list().filter { $0.revokedAt != nil }
      #expect(revoked.map(\.name) == ["shop"])
    }
  }

  @Test func `a right id with a wrong secret opens nothing`() async throws {
    try await TestService.with { service in
      // The form without a checksum, which keys had once.
      let forged = String(service.key.text.dropLast(6))
      #expect(APIKey(forged)?.id == service.key.id)
      let rejected = try await service.keys.authenticate(forged)
      #expect(rejected.key == nil)
      let record = try await service.keys.authenticate(service.key.text)
      #expect(record.key?.id == service.key.id)
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
    #expect(key.text.count == 65)
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

  @Test func `a key opens until the moment of its expiry, though its record is remembered`()
    async throws
  {
    try await TestService.with { service in
      let clock = HandClock()
      let keys = APIKeys(pool: service.ledger.pool, log: service.ledger.log, now: { clock.now })
      let end = TestLedger.now + .milliseconds(5)
      let key = try await keys.create(name: "trial", scopes: [.read], expiresAt: end)
      #expect(try await keys.authenticate(key.text).key?.expiresAt == end)
      clock.move(.milliseconds(4))
      #expect(try await keys.authenticate(key.text).key?.id == key.id)
      clock.move(.milliseconds(1))
      guard case .expired(end) = try await keys.authenticate(key.text) else {
        Issue.record("the key still opens")
        return
      }
    }
  }

  @Test func `an expired key is answered with a code of its own`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(
        name: "trial", scopes: [.read], expiresAt: TestLedger.now)
      let answer = try await service.get("/v1/accounts/anna/entitlements", as: key)
      #expect(answer.problem == "401 key_expired")
      #expect(answer.body.contains("has expired at 2026-06-01T00:00:00.000Z"))
    }
  }

  @Test func `scopes are read by name, all or none`() {
    #expect(Set<Scope>(names: "ingest, read") == [.ingest, .read])
    #expect(Set<Scope>(names: "ingest,reed") == nil)
    #expect(Set<Scope>(names: "") == nil)
  }
}
