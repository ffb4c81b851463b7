import AppStoreSimulator
import Drills
import Testing

struct AppleFilesTests {
  @Test(.timeLimit(.minutes(20)))
  func `files of the store have no difference, and each discrepancy in them is named`() async {
    let (customers, seed) = (8, UInt64.random(in: 1...1_000_000))
    await DrillHome.with(
      "files", again: "scripts/chaos files --customers \(customers) --years 4 --seed \(seed)"
    ) { home, again in
      let drill = AppleFilesDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(),
        crowd: Crowd(customers: customers, years: 4, ways: Persona.allCases, seed: seed))
      let report = try await drill.run()
      // Eight customers arrive within two years: one seed in thousands leaves fewer months than these.
      #expect(report.months >= 6, again)
      #expect(report.sales > 0, again)
      #expect(report.subscriptions > 0, again)
      #expect(report.settledMonths >= 4, again)
      #expect(
        report.found.isSuperset(of: [.missingRow, .extraRow, .otherPrice, .otherUnits]), again)
    }
  }
}
