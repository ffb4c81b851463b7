import Drills
import Testing

struct CrashTests {
  @Test(.timeLimit(.minutes(20)))
  func `after ten violent ends every answered notification is there once`() async {
    let seed = UInt64.random(in: 0...UInt64.max)
    await DrillHome.with("crash", again: "scripts/chaos crash --times 10 --seed \(seed)") {
      home, again in
      let drill = CrashDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(), times: 10, seed: seed)
      let report = try await drill.run()
      try #require(report.kills == 10, again)
      try #require(report.recoveries > 0, again)
      try #require(report.notifications > 10, again)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `of three rounds each victim has one, and the first ledger without PostgreSQL recovers`(
    seed: UInt64
  ) throws {
    let rounds = CrashPlan(times: 9, seed: seed).rounds
    #expect(rounds == CrashPlan(times: 9, seed: seed).rounds)
    for first in [0, 3, 6] {
      #expect(Set(rounds[first..<first + 3].map(\.victim)).count == 3)
    }
    #expect(try #require(rounds.first { $0.victim == .postgres }).recovers)
    #expect(rounds.allSatisfy { !$0.recovers || $0.victim == .postgres })
  }

  @Test func `a plan has as many rounds as were asked for`() {
    for times in 1...10 { #expect(CrashPlan(times: times, seed: 1).rounds.count == times) }
  }
}
