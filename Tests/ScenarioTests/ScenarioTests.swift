import AppStoreSimulator
import Drills
import Foundation
import Testing

struct ScenarioTests {
  /// Lets two customers of each persona, and more of mixed ones, live the same lives every time.
  /// DAICHO_SEED and DAICHO_ENDING, in days since 1970, choose others, and `scripts/chaos lives` runs many.
  @Test(.timeLimit(.minutes(20)))
  func `every persona, alone and mixed, is reported truthfully`() async {
    let seed = Self.variable("DAICHO_SEED", as: UInt64.init) ?? 9_618
    let ending = Self.variable("DAICHO_ENDING", as: Int64.init) ?? 20_779
    let day = Int64(86_400_000)
    let personas = Persona.allCases
    let crowds = [
      Crowd(customers: 2 * personas.count, years: 2, ways: personas, seed: seed),
      Crowd(customers: 32, years: 2, ways: [.mixed], seed: seed &+ 99),
    ]
    await DrillHome.with("lives", again: "DAICHO_SEED=\(seed) DAICHO_ENDING=\(ending)") {
      home, again in
      let drill = try LivesDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(),
        misbehavior: .trying, ending: ending * day)
      let report = try await drill.run(crowds)
      try #require(report.customers >= crowds.map(\.customers).reduce(0, +), again)
      Self.expectSubstance(of: report, again)
      let differences = report.differences.prefix(20).joined(separator: "\n")
      try #require(report.differences.isEmpty, "\(again)\n\(differences)")
    }
  }

  /// Expects enough substance: comparing nothing with nothing would prove nothing.
  private static func expectSubstance(of report: LivesDrill.Report, _ again: Comment) {
    #expect(report.substantial > report.questions / 3, again)
    let lasting: [CustomerTruth.SubscriptionTruth.Status] = [.active, .expired, .revoked]
    for status in lasting {
      #expect(report.statuses[status, default: 0] > 0, "\(status): \(again)")
    }
    for state in [CustomerTruth.PaidService.State.accruing, .paused, .lapsed] {
      #expect(report.paidServices[state, default: 0] > 0, "\(state): \(again)")
    }
    #expect(report.chargesAfterAYear > 0, again)
    #expect(report.grants > report.customers && report.coins > 0, again)
    for act in ["registered tokens", "restores", "merges", "erasures"] {
      #expect(report.ownerRequests[act, default: 0] > 3, "\(act): \(again)")
    }
    #expect(report.takeBacks > 0 && report.giveBacks > 0, again)
  }

  private static func variable<Value>(_ name: String, as read: (String) -> Value?) -> Value? {
    ProcessInfo.processInfo.environment[name].flatMap(read)
  }
}
