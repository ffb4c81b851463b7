import Access
import Testing

struct StoredScopeTests {
  @Test func `name what a key may do`() {
    #expect(
      Scope.allCases.map(\.rawValue)
        == ["ingest", "read", "grants", "finance", "support", "erase", "admin"])
    #expect(Set<Scope>([.admin, .ingest]).names == ["ingest", "admin"])
  }
}
