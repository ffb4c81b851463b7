import EventProcessing
import HTTP
import HTTPTypes
import Ledger
import Release
import TestSupport
import Testing

@testable import HTTP

extension Lag.Lane {
  fileprivate static func behind(_ events: Int64, _ time: Duration = .zero) -> Lag.Lane {
    Lag.Lane(lane: 1, events: events, behind: time, deadLetters: 0)
  }
}

struct HealthTests {
  @Test func `a process that lives says so`() async throws {
    try await TestService.with { service in
      let answer = try await service.ask("/healthz", .get)
      #expect(answer.status == 200)
      #expect(answer.body == TestService.living)
    }
  }

  @Test func `a ledger with pending coins is behind with what it has recorded`() {
    let (level, behind) = (Lag(lanes: []), Lag(lanes: [.behind(3, .seconds(90))]))
    for finding in [
      ReadinessFinding(projections: level, granting: behind),
      ReadinessFinding(projections: behind, granting: level),
    ] {
      #expect(finding.lagEvents == 3 && finding.lagSeconds == 90)
    }
    #expect(ReadinessFinding(projections: level, granting: level).lagEvents == 0)
  }

  @Test
  func
    `dead letters of every consumer are counted, and the lag of a part that may run nowhere is not`()
  {
    let level = Lag(lanes: [])
    let finding = ReadinessFinding(
      projections: level, granting: level,
      others: [Lag(lanes: [Lag.Lane(lane: 1, events: 7, behind: .zero, deadLetters: 2)]), level])
    #expect(finding.lagEvents == 0)
    #expect(finding.deadLetters == 2)
    #expect(finding.ok && finding.detail == "events are dead-lettered: `daicho doctor` says more")
  }

  @Test func `a draining process is not ready`() async throws {
    try await TestService.with { service in
      while try await service.ledger.granter.runOnce() > 0 {}
      let ready = try await service.get("/readyz")
      #expect(ready.status == 200)
      #expect(
        ready.body == """
          {"checks":{"consumers":{"deadLetters":0,"lagEvents":0,"lagSeconds":0,"ok":true},"draining":{"ok":true}},\
          "ready":true,"rejectedNotifications":{},"rules":\(RulesChanged.present),\
          "schema":\(TestService.schema),"version":"\(ProgramVersion.text)"}
          """)
      #expect(
        try await service.ask("/readyz", .get).body == """
          {"ready":true,"rules":\(RulesChanged.present),"schema":\(TestService.schema),\
          "version":"\(ProgramVersion.text)"}
          """)
      service.readiness.drain()
      let draining = try await service.get("/readyz")
      #expect(draining.status == 503)
      #expect(ready.headers[.connection] == nil)
      #expect(draining.headers[.connection] == "close")
      #expect(try await service.get("/v1/nothing").headers[.connection] == "close")
      #expect(draining.body.contains(#""draining":{"detail":"shutting down","ok":false}"#))
    }
  }
}
