import Access
import EventProcessing
import Foundation
import Ledger
import TestSupport
import Testing

/// The processes of the ledger, as the person on call lists them.
struct ServerRouteTests {
  private struct Listed: Decodable {
    struct Server: Decodable {
      let id: String, host: String, process: Int, version: String, commit: String, schema: Int
      let rules: Int, parts: [String], epoch: String, startedAt: String, seenAt: String
      let state: String
    }
    let servers: [Server]
  }

  private func sheet(_ host: String, parts: [String] = ["grants", "http"]) -> ServerSheet {
    ServerSheet(
      id: UUID(), host: host, process: 4_711, version: "0.9.0", commit: "5f3c2a1", schema: 99,
      rules: 5, parts: parts)
  }

  private func list(_ service: TestService) async throws -> [Listed.Server] {
    try await service.get("/v1/servers").decode(Listed.self).servers
  }

  @Test func `a server is listed with what it tells, and is gone when it stops`() async throws {
    try await TestService.with { service in
      let servers = RunningServers(service.ledger.pool)
      #expect(try await service.get("/v1/servers").body == #"{"servers":[]}"#)
      let (epoch, next) = (UUID(), UUID())
      let (first, second) = (sheet("b"), sheet("a", parts: ["outbox"]))
      for sheet in [first, second] { try await servers.tell(sheet, epoch: epoch) }
      let listed = try await list(service)
      #expect(listed.map(\.host) == ["a", "b"])
      let one = try #require(listed.last)
      #expect(one.id == first.id.uuidString.lowercased())
      #expect(one.process == 4_711 && one.schema == 99 && one.rules == 5)
      #expect(one.version == "0.9.0" && one.commit == "5f3c2a1")
      #expect(one.parts == ["grants", "http"])
      #expect(one.epoch == epoch.uuidString.lowercased())
      #expect(one.state == "running" && one.startedAt == one.seenAt)

      try await servers.tell(first, epoch: next)
      try await servers.remove(second.id)
      let later = try await list(service)
      #expect(later.map(\.id) == [one.id])
      #expect(later.first?.epoch == next.uuidString.lowercased())
      #expect(later.first?.startedAt == one.startedAt)
    }
  }

  @Test(arguments: [
    ("20 seconds", "running", true), ("40 seconds", "silent", true), ("23 hours", "silent", true),
    ("25 hours", nil, false),
  ])
  func `a server of which nothing is heard is silent, and forgotten after a day`(
    age: String, state: String?, isKept: Bool
  ) async throws {
    try await TestService.with { service in
      let servers = RunningServers(service.ledger.pool)
      try await servers.tell(sheet("killed"), epoch: UUID())
      try await service.ledger.script(
        "update running_server set seen_at = now() - interval '\(age)'")
      #expect(try await list(service).first?.state == state)
      try await servers.tell(sheet("next"), epoch: UUID())
      let kept = try await service.ledger.count(
        "select count(*) from running_server where host = 'killed'")
      #expect(kept == (isKept ? 1 : 0))
    }
  }

  @Test func `a thousand starts in a day are kept, and no more`() async throws {
    try await TestService.with { service in
      try await service.ledger.script(
        """
        insert into running_server (
          id, host, process, version, commit, schema_version, rules, parts, epoch, started_at, seen_at)
        select gen_random_uuid(), 'restless', n, '', '', 1, 1, '{}', gen_random_uuid(), now(),
          now() - n * interval '1 second'
        from generate_series(1, 1500) as n
        """)
      try await RunningServers(service.ledger.pool).tell(sheet("next"), epoch: UUID())
      #expect(try await service.ledger.count("select count(*) from running_server") == 1_002)
      #expect(
        try await service.ledger.count(
          "select max(process)::bigint from running_server where host = 'restless'") == 1_001)
    }
  }

  @Test func `a key without admin, or of one app, is refused`() async throws {
    try await TestService.with { service in
      let reader = try await service.keys.create(name: "game", scopes: [.read, .grants])
      #expect(try await service.get("/v1/servers", as: reader).problem == "403 insufficient_scope")
      let bound = try await service.keys.create(
        name: "game", scopes: [.admin], reach: KeyReach(apps: [TestLedger.bundleID]))
      #expect(try await service.get("/v1/servers", as: bound).status == 403)
      #expect(
        try await service.get("/v1/servers?app=\(TestLedger.bundleID.rawValue)").problem
          == "400 unknown_parameter")
    }
  }
}
