import Access
import Ledger
import TestSupport
import Testing

/// The last use of each key.
struct KeyUseTests {
  @Test func `the last use of a key is recorded apart from the request`() async throws {
    try await TestService.with { service in
      let idle = try await service.keys.create(name: "idle", scopes: [.read])
      _ = try await service.get("/v1/accounts/anna/entitlements")
      #expect(try await service.keys.list().allSatisfy { $0.lastUsedAt == nil })
      try await service.keys.recordUses()
      let used = try await service.keys.list().reduce(into: [:]) { $0[$1.id] = $1.lastUsedAt }
      #expect(used[service.key.id] == TestLedger.now)
      #expect(used[idle.id] == nil)
    }
  }

  @Test func `a later use stays, whichever server records it`() async throws {
    try await TestLedger.with { ledger in
      let (later, earlier) = (Instant(day: "2026-06-02"), Instant(day: "2026-06-01"))
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { later })
      let others = APIKeys(pool: ledger.pool, log: ledger.log, now: { earlier })
      let key = try await keys.create(name: "test", scopes: [.read])
      _ = try await keys.authenticate(key.text)
      _ = try await others.authenticate(key.text)
      try await keys.recordUses()
      try await others.recordUses()
      #expect(try await keys.list().map(\.lastUsedAt) == [later])
    }
  }
}
