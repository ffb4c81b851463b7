import Drills
import Testing

struct RestoreTests {
  @Test(.timeLimit(.minutes(20)))
  func `a ledger restored from a backup and recovered lacks nothing, and nothing is granted twice`()
    async
  {
    let (purchases, seed) = (24, UInt64.random(in: 0...UInt64.max))
    await DrillHome.with(
      "restore", again: "scripts/chaos restore --purchases \(purchases) --seed \(seed)"
    ) { home, again in
      let drill = try RestoreDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(), purchases: purchases,
        seed: seed)
      let report = try await drill.run()
      #expect(report.lostGrants > 0, again)
      #expect(report.repairedNotifications > 0, again)
      #expect(report.acknowledgedAgain > 0, again)
      #expect(report.bookedNew > 0, again)
      #expect(report.coins > 0, again)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a plan buys as much after the backup as before it, and leaves some of it half done`(
    seed: UInt64
  ) {
    let plan = RestorePlan(purchases: 100, seed: seed)
    #expect(plan == RestorePlan(purchases: 100, seed: seed))
    let (before, after) = (plan.players.flatMap(\.before), plan.players.flatMap(\.after))
    #expect(before.count == 100)
    #expect(after.count == 100)
    #expect(before.allSatisfy { $0.progress == .acknowledged })
    #expect(Set(after.map(\.progress)) == Set(RestorePlan.Progress.allCases))
    #expect(after.allSatisfy { $0.refund?.isLate ?? true })
    #expect(before.contains { $0.refund?.isLate == true })
    #expect(Set(plan.players.map(\.name)).count == plan.players.count)
  }
}
