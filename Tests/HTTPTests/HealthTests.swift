import HTTPTypes
import Ledger
import Release
import Synchronization
import TestSupport
import Testing

@testable import EventProcessing
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

  @Test func `a check that fails is one line for each reason, and one when it passes again`() async
  {
    let log = RecordedLog()
    let count = Mutex(0)
    let check = RunningCheck(
      ReadinessCheck("writes") {
        let number = count.withLock { number in
          number += 1
          return number
        }
        return switch number {
        case 1...3: ReadinessFinding(ok: false, detail: "the disk is full")
        case 4...5: ReadinessFinding(ok: false, detail: "the database is read-only")
        default: ReadinessFinding(ok: true)
        }
      })
    for _ in 1...7 { _ = await check.finding(log.logger) }
    #expect(log.lines.map(\.message) == ["not ready", "not ready", "ready again"])
    #expect(
      log.lines.compactMap { $0.metadata["detail"] } == [
        "the disk is full", "the database is read-only",
      ])
  }

  @Test func `a check that fails by an outage of the database leaves the line to its log`() async {
    let log = RecordedLog()
    let check = RunningCheck(
      ReadinessCheck("database") {
        var finding = ReadinessFinding(ok: false, detail: "the database cannot be reached")
        finding.isOfOutage = true
        return finding
      })
    #expect(await check.finding(log.logger).detail == "the database cannot be reached")
    #expect(log.lines.isEmpty)
  }

  @Test func `each check is named in an answer, though none answers in time`() async {
    let readiness = Readiness(
      ["database", "notifications"].map { name in
        ReadinessCheck(name) {
          try await Task.sleep(for: .seconds(3))
          return ReadinessFinding(ok: true)
        }
      })
    let findings = await readiness.findings(ofAge: .zero, RecordedLog().logger)
    #expect(Set(findings.keys) == ["database", "notifications", "draining"])
    #expect(findings["notifications"]?.detail == "no answer within 2 seconds")
  }

  @Test func `a draining process is not ready`() async throws {
    try await TestService.with { service in
      while try await service.ledger.granter.runOnce() > 0 {}
      let ready = try await service.get("/readyz")
      #expect(ready.status == 200)
      #expect(
        ready.body == """
          {"checks":{"consumers":{"deadLetters":0,"detail":null,"lagEvents":0,"lagSeconds":0,"ok":true},\
          "draining":{"deadLetters":null,"detail":null,"lagEvents":null,"lagSeconds":null,"ok":true}},\
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
      #expect(
        draining.body.contains(
          #""detail":"shutting down","lagEvents":null,"lagSeconds":null,"ok":false}"#))
    }
  }
}
