import AppStoreSimulator
import Chaos
import Foundation
import Testing

@Suite struct ScenarioTests {
  @Test(.timeLimit(.minutes(10)))
  func `every way of life, alone and mixed, is told as it truly was`() async throws {
    let seed =
      ProcessInfo.processInfo.environment["DAICHO_SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 1...100_000)
    let alone = WayOfLife.allCases.enumerated().map { number, way in
      LivesTrial.Crowd(customers: 4, years: 2, ways: [way], seed: seed + UInt64(number))
    }
    let mixed = LivesTrial.Crowd(customers: 100, years: 2, ways: [.mixed], seed: seed + 99)
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-lives-\(UUID())")
    let trial = try LivesTrial(
      binary: Binary.daicho, home: home, port: try FreePort.find(),
      misbehaviour: .trying, ending: LivesTrial.yesterdaysEnd)
    do {
      let report = try await trial.run(alone + [mixed])
      let differences = report.differences.prefix(20).joined(separator: "\n")
      #expect(report.differences.isEmpty, "seed \(seed)\n\(differences)")
      #expect(report.customers >= 100 + alone.count * 4)
      try FileManager.default.removeItem(at: home)
    } catch {
      Issue.record("seed \(seed), home \(home.path): \(error)")
    }
  }
}
