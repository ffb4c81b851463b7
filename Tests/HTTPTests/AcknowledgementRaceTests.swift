import AppStore
import EventStore
import Intake
import Ledger
import Projections
import Synchronization
import TestSupport
import Testing

@testable import HTTP

struct AcknowledgementRaceTests {
  /// A clock that returns a later moment at each reading.
  private final class Clock: Sendable {
    private let moment: Mutex<Instant>

    init(from moment: Instant) {
      self.moment = Mutex(moment)
    }

    func tick() -> Instant {
      moment.withLock { moment in
        moment = moment + .milliseconds(1)
        return moment
      }
    }
  }

  private func intake(_ ledger: TestLedger, from moment: Instant) async throws -> Intake {
    let clock = Clock(from: moment)
    return Intake(
      apps: [], verifier: PayloadVerifier(roots: []),
      log: try await EventLog(ledger.pool, keyring: ledger.keyring), now: { clock.tick() })
  }

  @Test func `fifty who acknowledge at once, in two processes, get one answer`() async throws {
    try await TestLedger.with { ledger in
      let gems = GemPurchase("2000")
      try await ledger.record([gems.bought(), gems.granted(100)])
      try await ledger.project()
      let grants = try await ledger.reader.grants.grant(gems.grant(), .init()).value.grants
      let made = try #require(grants.first?.made)
      let processes = [
        try await intake(ledger, from: Instant(day: "2026-06-01")),
        try await intake(ledger, from: Instant(day: "2026-07-01")),
      ]
      let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for number in 0..<50 {
          group.addTask {
            let answer = try await processes[number % 2].acknowledgements.acknowledge(
              grantMadeBy: made)
            return try JSONAnswer.bytes(AcknowledgementBody(try #require(answer)))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 50)
      #expect(Set(answers).count == 1)
      #expect(try await ledger.count("select count(*) from event where type = 16") == 1)
    }
  }

  @Test func `nothing but a grant can be acknowledged`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([GemPurchase("2000").bought()])
      let lane = ledger.log.lane(of: .chain(GemPurchase("2000").chain))
      for position in [1, 2] as [Int64] {
        let event = EventID(lane: lane, position: position)
        #expect(try await ledger.intake.acknowledgements.acknowledge(grantMadeBy: event) == nil)
      }
      #expect(try await ledger.eventCount() == 1)
    }
  }
}
