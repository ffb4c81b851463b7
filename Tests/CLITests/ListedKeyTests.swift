import Access
import Ledger
import TestSupport
import Testing

@testable import CLI

struct ListedKeyTests {
  @Test func `a list of nothing says so`() {
    #expect(KeysList.text([]) == ["there is no key"])
    #expect(ProgramsList.text([]) == ["no program is recorded"])
  }

  @Test func `the list of keys says what each is for`() async throws {
    try await TestLedger.with { ledger in
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      _ = try await keys.create(name: "test", scopes: [.admin])
      let reach = KeyReach(apps: ["com.example.b", "com.example.a"], environments: [.sandbox])
      let key = try await keys.create(
        name: "qa", scopes: [.read], reach: reach, expiresAt: Instant(day: "2026-06-02"))
      let listed = try #require(try await keys.list().last)
      #expect(listed.reach == reach)
      let line = ListedKey(listed, now: TestLedger.now)
      #expect(
        line.text == "\(key.id)  read  com.example.a,com.example.b  Sandbox  \(line.createdAt)  "
          + "in force until 2026-06-02T00:00:00.000Z  never used  qa")
      _ = try await keys.authenticate(key.text)
      try await keys.recordUses()
      let used = ListedKey(try #require(try await keys.list().last), now: TestLedger.now)
      #expect(used.lastUsedAt == TestLedger.now.description)
      #expect(used.text.hasSuffix("  used \(TestLedger.now)  qa"))
      #expect(ListedKey(listed, now: Instant(day: "2026-06-02")).state == .expired)
      let test = ListedKey(try #require(try await keys.list().first), now: TestLedger.now)
      #expect(test.text.contains("  admin  every app  every environment  "))
    }
  }
}
