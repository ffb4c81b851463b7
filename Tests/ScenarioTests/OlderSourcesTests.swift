import Drills
import Foundation
import Testing

struct OlderSourcesTests {
  @Test(.serialized, .timeLimit(.minutes(20)), arguments: ToldLives.allCases)
  func `older sources tell what signed transactions do, except where trust forbids it`(
    lives: ToldLives
  ) async {
    let (customers, days, seed, ending) = (7, 730, 4_711 as UInt64, 20_779 as Int64)
    await DrillHome.with(
      "older",
      again:
        "scripts/chaos older --lives \(lives.rawValue) --customers \(customers) --days \(days) --seed \(seed) --ending \(ending)"
    ) { home, again in
      let drill = try OlderSourcesDrill(
        binary: Binary.daicho, home: home,
        ports: try FreePort.find(count: OlderSourcesDrill.ledgers), lives: lives,
        customers: customers,
        days: days, seed: seed, ending: ending * 86_400_000)
      let report = try await drill.run()
      // Members of a family come beside.
      #expect(report.customers >= customers, again)
      #expect(report.charges > 0, again)
      for (part, count) in report.sentences { #expect(count > 0, "\(part): \(again)") }
      let differences = report.differences.prefix(10).joined(separator: "\n")
      try #require(report.differences.isEmpty, "\(again)\n\(differences)")
    }
  }
}
