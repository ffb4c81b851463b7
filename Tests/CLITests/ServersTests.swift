import Foundation
import TestSupport
import Testing

/// The list of running servers as its reader sees it.
struct ServersTests {
  @Test func `a server that was killed is listed as silent, with what it was`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.script(
        """
        insert into running_server (
          id, host, process, version, commit, schema_version, rules, parts, epoch, started_at, seen_at)
        values (
          gen_random_uuid(), 'game-1', 4711, '0.9.0', '5f3c2a1', 99, 5, '{grants,http}', gen_random_uuid(),
          now() - interval '2 hours', now() - interval '1 hour')
        """)
      let (code, output) = try await LedgerCommand(["servers"], on: ledger) { _ in
        #"[{"bundleId":"com.example.game"}]"#
      }.run()
      let text = String(decoding: output, as: UTF8.self)
      #expect(code == 0)
      #expect(text.hasPrefix("game-1  process 4711  silent since "), "\(text)")
      let sheet = "  0.9.0 (5f3c2a1)  schema 99  rules 5  grants,http  epoch "
      #expect(text.contains(sheet), "\(text)")
    }
  }
}
