import AppStoreSimulator
import Foundation
import Testing

struct SimulationClockTests {
  private func simulation(
    beginning moment: Int64, telling line: LedgerLine? = nil
  ) throws -> Simulation {
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 4_711)
    var world = World(of: app, selling: .game, seed: 1, from: moment)
    try world.addCustomer("ann")
    _ = try world.buy(PurchaseCommand("com.example.game.gems.100"), by: 0)
    return Simulation(
      of: world, signedBy: try SigningAuthority(), developerKey: DeveloperKey(), telling: line)
  }

  private func running(
    _ simulation: Simulation, until condition: @Sendable (Simulation) async -> Bool
  ) async throws {
    let clockwork = Task { await simulation.run() }
    defer { clockwork.cancel() }
    while await !condition(simulation) { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test(.timeLimit(.minutes(20)))
  func `time goes on while a message waits for the ledger`() async throws {
    let start = try WorldScenario.moment("2025-01-01")
    let simulation = try simulation(beginning: start) { _ in
      try? await Task.sleep(for: .seconds(3_600))  // until it is canceled
      return .noResponse
    }
    await simulation.setSpeed(86_400)
    try await running(simulation) { await $0.now > start + Int64(30).days }
    #expect(await simulation.attempts(of: 0).isEmpty)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a fast clock that has come to the present goes on as the real one`() async throws {
    let present = Int64(Date.now.timeIntervalSince1970 * 1_000)
    let simulation = try simulation(beginning: present - Int64(365).days)
    await simulation.setSpeed(31_536_000)
    #expect(await simulation.speed == 31_536_000)
    try await running(simulation) { await $0.speed == 1 }
    #expect(await simulation.now >= present)
  }
}
