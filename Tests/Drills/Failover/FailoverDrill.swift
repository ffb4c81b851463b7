import AppStoreSimulator
package import Foundation

/// A drill in which a standby that lacks the last commits is promoted under load, again and again. Two
/// ledgers live through it. They must notice it, pause, forget what was lost and go on truthfully.
package struct FailoverDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var failovers = 0
    /// The commits that were acknowledged and are not in the promoted server.
    package internal(set) var lostEvents: Int64 = 0
    package internal(set) var purchases = 0
    package internal(set) var spends = 0
    package internal(set) var rejectedSpends = 0
  }

  private static let ledgers = 2

  private let home: URL
  private let binary: URL
  private let ports: [Int]
  private let rounds: Int
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  /// - Parameter ports: two free ports.
  package init(
    binary: URL, home: URL, ports: [Int], rounds: Int,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.binary = binary
    self.home = home
    self.ports = ports
    self.rounds = rounds
    self.tell = tell
  }

  package func run() async throws -> Report {
    let pair = try await StreamingPair(below: home.appending(path: "database"))
    do {
      let report = try await run(over: pair)
      await pair.stop()
      return report
    } catch {
      await pair.stop()
      throw error
    }
  }

  private func run(over pair: StreamingPair) async throws -> Report {
    let shop = try FailoverShop(rounds: rounds)
    let fleet = LedgerFleet(
      ports.prefix(Self.ledgers).enumerated().map { number, port in
        LedgerProcess(
          binary: binary, home: home.appending(path: "ledger-\(number + 1)"), port: port,
          shared: pair.address)
      })
    let process = try await fleet.prepare(
      for: SimulatedApp(bundleID: CoinStore.bundleID, appAppleID: CoinStore.appAppleID),
      rootCertificatePEM: shop.store.rootCertificatePEM)
    try await CatalogShelf(process: process, from: shop.store.opened).publish(shop.products)
    let key = try await process.makeKey(scopes: "admin")
    try await pair.waitUntilLevel()
    return try await fleet.whileServing {
      var report = Report()
      let game = FailoverGame(FleetClient(of: fleet.urls, key: key), shop)
      for round in 0..<rounds {
        try await play(round, game, pair, process, &report)
        if (round + 1) % 10 == 0 || round + 1 == rounds {
          tell("\(round + 1)/\(rounds): \(report.lostEvents) events lost so far")
        }
      }
      try await process.waitUntilGranted()
      try await game.check(&report)
      try await Invariants(of: process).check(notifications: shop.products.count)
      return report
    }
  }

  private func play(
    _ round: Int, _ game: FailoverGame, _ pair: StreamingPair, _ process: LedgerProcess,
    _ report: inout Report
  ) async throws {
    let purchases = FailoverShop.purchases(of: round)
    let half = purchases.lowerBound + purchases.count / 2
    try await game.tell(purchases.lowerBound..<half)
    try await pair.waitUntilLevel()
    try await pair.cut()
    try await game.tell(half..<purchases.upperBound)
    try await game.spend(round)
    let known = try await process.number("select count(*) from event_readable")
    async let load: Void = game.keepOn(purchases)
    try await pair.failOver()
    try await load
    try await expectPause(of: process)
    let left = try await process.number(
      """
      select count(*) from event_readable
      where recorded_at < (select paused_since from installation)
      """)
    report.lostEvents += max(0, known - left)
    report.failovers += 1
    try await process.insist(on: "recover", "--release")
    // Apple tells again what was not acknowledged by its server of record.
    try await game.tell(0..<purchases.upperBound)
    try await pair.rejoin()
  }

  private func expectPause(of process: LedgerProcess) async throws {
    try await Patience.wait(for: "the ledger to be paused") {
      try await process.number(
        "select count(*) from installation where paused_because like 'the database lacks%'") == 1
    }
  }
}
