import Drills
import Testing

struct GrantsTests {
  @Test(.timeLimit(.minutes(20)))
  func `over a thousand attempts at once over three ledgers, with kills, end in exact sums`() async
  {
    let (attempts, kills) = (1_200, 6)
    let seed = UInt64.random(in: 0...UInt64.max)
    await DrillHome.with(
      "grants",
      again: "scripts/chaos grants --attempts \(attempts) --kills \(kills) --seed \(seed)"
    ) { home, again in
      let drill = GrantsDrill(
        binary: Binary.daicho, home: home, ports: try FreePort.find(count: GrantsDrill.ledgers),
        attempts: attempts, kills: kills, seed: seed)
      let report = try await drill.run()
      #expect(report.kills == kills, again)
      #expect(report.attempts >= attempts, again)
      #expect(report.grants > report.purchases, again)
      #expect(report.takenBack > 0, again)
      #expect(report.booked > 0, again)
      #expect(report.rejections["insufficient_coins", default: 0] > 0, again)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `each ledger and PostgreSQL has one of four blows, in the order of answers`(
    seed: UInt64
  ) {
    let blows = FleetKillPlan(kills: 8, ledgers: 3, attempts: 900, seed: seed).blows
    #expect(blows == FleetKillPlan(kills: 8, ledgers: 3, attempts: 900, seed: seed).blows)
    for four in [blows[0..<4], blows[4..<8]] {
      #expect(Set(four.map(\.victim)) == [.ledger(0), .ledger(1), .ledger(2), .postgres])
    }
    #expect(blows.map(\.answers) == blows.map(\.answers).sorted())
    #expect(blows.allSatisfy { (1..<900).contains($0.answers) })
  }
}
