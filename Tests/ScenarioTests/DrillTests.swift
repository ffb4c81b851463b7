import AppStoreSimulator
import Drills
import Foundation
import Testing

/// Drills that cannot begin end at once, and every drill names what repeats its failure.
struct DrillTests {
  @Test(.timeLimit(.minutes(20)))
  func `a ledger that ends at once ends the drill with a sentence`() async throws {
    let message = try await complaint(ofTrialAt: try FreePort.find())
    #expect(message.hasPrefix("the ledger ended with 1; see serve.log"))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a port with another listener is rejected`() async throws {
    let (stranger, port) = try FreePort.listen()
    defer { close(stranger) }
    let message = try await complaint(ofTrialAt: port)
    #expect(message == "another process listens on port \(port)")
  }

  @Test func `a crowd names the command that lets it live once more`() {
    var crowd = Crowd(customers: 4, years: 2, ways: [.trial, .child], seed: 7)
    let lives = "scripts/chaos lives --customers 4 --crowd 4 --years 2 --seed 7 --ending 20000"
    let end: Int64 = 20_000 * 86_400_000
    #expect(crowd.command(ending: end) == lives + " --way trial --way child")
    crowd.ways = Persona.allCases
    #expect(crowd.command(ending: end) == lives)
  }

  @Test func `a customer's days count from the day of coming`() throws {
    let day: Int64 = 86_400_000
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1)
    var world = World(of: app, selling: .game, seed: 1, from: 0)
    try world.addCustomer("first")
    world.advance(to: 10 * day)
    try world.addCustomer("second")
    world.advance(to: 15 * day + day / 2)
    var report = LivesDrill.Report()
    report.add(world, requests: 0, carried: 0)
    #expect(report.customers == 2)
    #expect(report.days == 15 + 5)
  }

  @Test func `what is asked about is counted by how it truly stands`() throws {
    let day: Int64 = 86_400_000
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1)
    var world = World(of: app, selling: .game, seed: 1, from: 0)
    let ada = try world.addCustomer("ada")
    _ = try world.buy(PurchaseCommand("com.example.game.plus.monthly"), by: ada)
    world.advance(to: 400 * day)
    try world.cancel(0)
    world.advance(to: 600 * day)
    var report = LivesDrill.Report()
    for moment in [10, 380, 440, 600] {
      report.add([AccountTruth(of: Truth(world.chronicle).customer("ada", at: Int64(moment) * day))]
      )
    }
    #expect(report.paidServices == [.accruing: 2, .paused: 1, .lapsed: 1])
    #expect(report.chargesAfterAYear == 1 + 2 + 2)
  }

  @Test func `coins asked about are counted, and what was given back`() throws {
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1)
    var world = World(of: app, selling: .game, seed: 1, from: 0)
    let ada = try world.addCustomer("ada")
    for _ in 0..<3 { _ = try world.buy(PurchaseCommand("com.example.game.gems.100"), by: ada) }
    try world.refund(0, share: 25_000)
    try world.refund(1, share: 25_000)
    try world.reverseRefund(1)
    var report = LivesDrill.Report()
    report.add(world, requests: 0, carried: 0)
    report.addCoins(of: AccountTruths(of: world).all(at: world.now))
    #expect((report.grants, report.coins) == (3, 300))
    #expect((report.takeBacks, report.giveBacks) == (1, 1))
  }

  /// Returns the error of a drill whose ledger ends at once.
  private func complaint(ofTrialAt port: Int) async throws -> String {
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-trial-\(UUID())")
    defer { try? FileManager.default.removeItem(at: home) }  // it may not have been made
    let drill = try LivesDrill(
      binary: URL(filePath: "/bin/false"), home: home, port: port, misbehavior: .trying,
      ending: LivesDrill.yesterdaysEnd)
    let crowd = Crowd(customers: 1, years: 1, ways: [.steady], seed: 1)
    return try #require(await #expect(throws: BrokenDrill.self) { try await drill.run([crowd]) })
      .description
  }
}
