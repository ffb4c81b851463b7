import Drills
import Testing

struct MergesTests {
  @Test(.timeLimit(.minutes(20)))
  func `merges, undos and spends over three ledgers, with kills, end in exact sums`() async {
    let (pairs, spends, merges, kills) = (6, 20, 6, 4)
    let seed = UInt64.random(in: 0...UInt64.max)
    await DrillHome.with(
      "merges",
      again: """
        scripts/chaos merges --pairs \(pairs) --spends \(spends) --merges \(merges) \
        --kills \(kills) --seed \(seed)
        """
    ) { home, again in
      let drill = MergeDrill(
        binary: Binary.daicho, home: home, ports: try FreePort.find(count: MergeDrill.ledgers),
        pairs: pairs, spends: spends, merges: merges, kills: kills, seed: seed)
      let report = try await drill.run()
      #expect(report.kills == kills, again)
      #expect(report.merges == pairs * merges, again)
      #expect(report.undos > 0 && report.undos <= pairs * merges, again)
      #expect(report.booked > 0 && report.booked <= pairs * spends, again)
    }
  }
}
