import EventStore
import Intake
import Ledger
import TestSupport
import Testing

struct ProgramTests {
  private let january = Instant(day: "2026-01-15")
  private let july = Instant(day: "2026-07-01")

  @Test func `every word on it is kept, in lane 0, in the order of saying`() async throws {
    try await TestLedger.with { ledger in
      let first = try await ledger.intake.commission.enter(
        "small-business", of: nil, from: january, until: nil)
      let second = try await ledger.intake.commission.enter(
        "small-business", of: TestLedger.bundleID, from: january, until: july)
      let recorded = try await ledger.intake.commission.programs()
      #expect(
        recorded.map(\.event) == [
          .shared(.programEntered(first)), .shared(.programEntered(second)),
        ])
      #expect(recorded.map(\.id) == [EventID(lane: 0, position: 1), EventID(lane: 0, position: 2)])
      #expect(second.until == july)
      #expect(second.bundleID == TestLedger.bundleID)
    }
  }

  @Test func `an entry withdrawn covers nothing, and cannot be withdrawn twice`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.intake.commission.enter(
        "small-business", of: nil, from: january, until: nil)
      func withdraw(from: Instant) async throws -> ProgramEntered? {
        try await ledger.intake.commission.withdrawProgram("small-business", of: nil, from: from)
      }
      #expect(try await withdraw(from: july) == nil)
      #expect(try await withdraw(from: january)?.until == january)
      let programs = SharedState(try await ledger.log.reading.shared()).programs
      #expect(!programs.contains { $0.covers(july, in: TestLedger.bundleID) })
      #expect(try await withdraw(from: january) == nil)
    }
  }

  @Test(arguments: [Int16(1), 4, 1_024])
  func `what every rule reads stands in lane 0, however many there are`(lanes: Int16) {
    #expect(StreamID.shared.lane(of: lanes) == 0)
  }
}
