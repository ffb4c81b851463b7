import Drills
import Testing

struct FailoverTests {
  @Test(.timeLimit(.minutes(20)))
  func `ledgers notice a standby that lacks commits, pause, and go on with the truth`() async {
    await DrillHome.with("failover", again: "scripts/chaos failover --rounds 2") { home, again in
      let drill = FailoverDrill(
        binary: Binary.daicho, home: home, ports: try FreePort.find(count: 2), rounds: 2)
      let report = try await drill.run()
      #expect(report.failovers == 2, again)
      #expect(report.lostEvents > 0, again)
      #expect(report.spends > 0 && report.rejectedSpends > 0, again)
    }
  }
}
