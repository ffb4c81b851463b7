import Drills
import Testing

struct InterruptedTests {
  @Test(.timeLimit(.minutes(20)))
  func `with the habit every interrupted purchase is granted once, and nothing is left to be done`()
    async
  {
    await expect(of: 120, hasHabit: true) { report, again in
      #expect(report.once == report.purchases, again)
      #expect(report.isComplete, again)
      #expect(report.coins > 0, again)
      for victim in BlowVictim.allCases { #expect(report.blows[victim, default: 0] > 0, again) }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `without the habit some of the same purchases are paid and never granted`() async {
    await expect(of: 60, hasHabit: false) { report, again in
      #expect(report.never > 0, again)
      #expect(report.twice == 0, again)
      #expect(report.once + report.never == report.purchases, again)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a plan interrupts every purchase, and a connection is cut only where one is`(
    seed: UInt64
  ) {
    let plan = InterruptionPlan(purchases: 403, seed: seed)
    #expect(plan == InterruptionPlan(purchases: 403, seed: seed))
    #expect(plan.purchases.count == 403)
    let interruptions = plan.purchases.map(\.interruption)
    #expect(Set(interruptions.map(\.step)) == Set(DeviceStep.allCases))
    #expect(Set(interruptions.map(\.kind)) == Set(Interruption.Kind.allCases))
    #expect(interruptions.allSatisfy { $0.kind != .connectionCut || $0.step.isSpoken })
  }

  private func expect(
    of purchases: Int, hasHabit: Bool,
    _ body: (InterruptedDrill.Report, Comment) -> Void
  ) async {
    let seed = UInt64.random(in: 0...UInt64.max)
    let habit = hasHabit ? "" : " --without-habit"
    await DrillHome.with(
      "interrupted",
      again: "scripts/chaos interrupted --purchases \(purchases) --seed \(seed)\(habit)"
    ) { home, again in
      let drill = InterruptedDrill(
        binary: Binary.daicho, home: home,
        ports: try FreePort.find(count: InterruptedDrill.ledgers), purchases: purchases,
        seed: seed, hasHabit: hasHabit)
      body(try await drill.run(), again)
    }
  }
}
