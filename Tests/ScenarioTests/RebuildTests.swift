import AppStoreSimulator
import Drills
import Testing

struct RebuildTests {
  @Test(.timeLimit(.minutes(20)))
  func `rebuilds that are killed, refused and rolled back leave every answer true`() async {
    let (customers, seed) = (5, UInt64.random(in: 1...1_000_000))
    await DrillHome.with(
      "rebuild",
      again:
        "scripts/chaos rebuild --customers \(customers) --years 8 --strides 12000 --kills 1 --slices 1 --seed \(seed)"
    ) { home, again in
      let drill = RebuildDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(),
        crowd: Crowd(customers: customers, years: 8, ways: Persona.allCases, seed: seed),
        strides: 12_000, kills: 1, slices: 1)
      let report = try await drill.run()
      for phase in RebuildDrill.phases { #expect(report.kills[phase, default: 0] > 0, again) }
      #expect(report.resumed > 0, again)
      #expect(report.differing > 0, again)
      #expect(report.reads > 100, again)
    }
  }
}
