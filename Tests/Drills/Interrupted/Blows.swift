/// The blows on each victim that is due, until all players have finished.
struct Blows: Sendable {
  /// The time for which Apple is away after each blow.
  private static let outage = Duration.seconds(1)

  let schedule: BlowSchedule
  let fleet: LedgerFleet
  let postgres: SharedPostgres
  let shop: CoinShop
  let tell: @Sendable (String) -> Void

  func fall() async throws {
    while let victim = try await schedule.next() {
      // A ledger that starts without its database ends, as it should.
      if victim == .postgres { try await fleet.waitUntilReady() }
      let number = await schedule.begin(victim)
      try await strike(victim, number)
      tell("\(victim.rawValue): blow \(number + 1)")
    }
  }

  /// Strikes a victim. The released players are amid their requests by then.
  private func strike(_ victim: BlowVictim, _ number: Int) async throws {
    if victim != .apple { try await Task.sleep(for: .milliseconds(Int.random(in: 0...20))) }
    switch victim {
    case .ledger: try await fleet.kill(number % fleet.processes.count)
    case .postgres: try await postgres.kill()
    case .apple:
      await shop.close()
      try await Task.sleep(for: Self.outage)
      await shop.open()
    }
  }
}
