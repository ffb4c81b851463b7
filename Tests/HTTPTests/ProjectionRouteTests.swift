import Access
import Foundation
import Ledger
import Projections
import TestSupport
import Testing

struct ProjectionRouteTests {
  private struct Listed: Decodable {
    struct Projection: Decodable {
      let name: String, generation: Int, previous: Int?, lagEvents: Int, deadLetters: Int
    }
    struct Rebuild: Decodable {
      let generation: Int, projections: [String], phase: String, running: Bool
      let events: Int, eventsInAll: Int
    }
    let projections: [Projection], rebuild: Rebuild?
  }

  private func list(_ service: TestService) async throws -> Listed {
    try await service.get("/v1/projections").decode(Listed.self)
  }

  /// Waits until no process rebuilds.
  private func settled(_ service: TestService) async throws -> Listed {
    while true {
      let listed = try await list(service)
      guard let rebuild = listed.rebuild, rebuild.running || rebuild.phase != "ready" else {
        return listed
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a rebuild is started, seen, and switched when it is equal`() async throws {
    try await TestService.with { service in
      try await service.ledger.recordYears(of: 20, from: 0)
      try await service.ledger.project()
      let before = try await list(service)
      #expect(before.projections.map(\.name) == ["chains", "tenure", "commission", "grants"])
      #expect(before.projections.map(\.generation) == [0, 0, 0, 0])
      #expect(before.rebuild == nil)
      let started = try await service.post("/v1/projections/all/rebuild", "")
      #expect(started.status == 202)
      _ = try await settled(service)
      // The acts of the rebuild are events too.
      try await service.ledger.project()
      let after = try await list(service)
      #expect(after.projections.map(\.generation) == [1, 1, 1, 1])
      #expect(after.projections.map(\.previous) == [0, 0, 0, 0])
      #expect(after.projections.allSatisfy { $0.lagEvents == 0 && $0.deadLetters == 0 })
    }
  }

  @Test func `a rebuild waits for its switch if it shall`() async throws {
    try await TestService.with { service in
      try await service.ledger.recordYears(of: 5, from: 0)
      try await service.ledger.project()
      let started = try await service.post(
        "/v1/projections/tenure/rebuild", #"{"switch":false,"eventsPerSecond":100000}"#)
      #expect(started.status == 202)
      let rebuild = try #require(try await settled(service).rebuild)
      #expect((rebuild.projections, rebuild.generation) == (["tenure"], 1))
      #expect((rebuild.events, rebuild.eventsInAll) == (60, 60))
      #expect(
        try await service.post("/v1/projections/all/rebuild", "").problem == "409 rebuild_begun")
    }
  }

  @Test func `is for administrators of every app, and tells mistakes`() async throws {
    try await TestService.with { service in
      let reader = try await service.keys.create(name: "game", scopes: [.read])
      let bound = try await service.keys.create(
        name: "game", scopes: [.admin], reach: KeyReach(apps: [TestLedger.bundleID]))
      #expect(
        try await service.get("/v1/projections", as: reader).problem == "403 insufficient_scope")
      #expect(
        try await service.get("/v1/projections", as: bound).problem == "403 key_not_for_app")
      #expect(
        try await service.post("/v1/projections/wallets/rebuild", "").problem
          == "404 projection_not_found")
      #expect(
        try await service.post("/v1/projections/all/rebuild", #"{"eventsPerSecond":0}"#).problem
          == "400 invalid_body")
      #expect(
        try await service.post("/v1/projections/all/rebuild", #"{"fast":true}"#).problem
          == "400 unknown_field")
    }
  }
}
