import Drills
import Testing

struct NightTests {
  @Test(.timeLimit(.minutes(10)))
  func `a night on call: every fault is shown with its remedy, mended by it, and costs nothing`()
    async
  {
    await DrillHome.with("night", again: "scripts/chaos night --quick") { home, again in
      let faults = NightFault.all.filter(\.isQuick)
      let outcomes = try await NightDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(), faults: faults
      ).run()
      #expect(outcomes.count == faults.count, again)
      #expect(
        outcomes.compactMap { outcome in outcome.broken.map { "\(outcome.fault): \($0)" } } == [],
        again)
    }
  }

  @Test func `faults have names of their own`() {
    let names = NightFault.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(NightFault.all.count { $0.isQuick } >= 12)
  }
}
