import AppStoreSimulator
package import Foundation

/// A drill in which many clients grant, acknowledge and spend the same things at once over three
/// ledgers, which are killed meanwhile. In the end the sums must be exact.
package struct GrantsDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var attempts = 0
    /// The requests sent, answered or not.
    package internal(set) var questions = 0
    /// The requests that had to be sent again.
    package internal(set) var unanswered = 0
    /// The ledgers and PostgreSQLs that were seen to die of their kill.
    package internal(set) var kills = 0
    package internal(set) var purchases = 0
    package internal(set) var grants = 0
    /// The grants with a part that stays taken back.
    package internal(set) var takenBack = 0
    /// The grants that the game booked in its own wallet.
    package internal(set) var kept = 0
    package internal(set) var booked = 0
    package internal(set) var rejections: [String: Int] = [:]
    /// The number of refunds that took back spent coins.
    package internal(set) var debts = 0
  }

  /// The number of ledgers that serve one database.
  package static let ledgers = 3
  static let atOnce = 48

  let home: URL
  let plan: CoinPlan
  let kills: FleetKillPlan
  let tell: @Sendable (String) -> Void
  private let binary: URL
  private let ports: [Int]

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone. Each
  /// ledger has a port.
  package init(
    binary: URL, home: URL, ports: [Int], attempts: Int, kills: Int, seed: UInt64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.binary = binary
    self.home = home
    self.ports = ports
    self.tell = tell
    plan = CoinPlan(attempts: attempts, seed: seed)
    self.kills = FleetKillPlan(
      kills: kills, ledgers: ports.count, attempts: plan.attempts.count, seed: seed)
  }

  package func run() async throws -> Report {
    let store = try CoinStore(selling: plan.purchases, until: Date())
    return try await SharedPostgres.whileTended(home: home.appending(path: "database")) {
      postgres in
      try await run(store, postgres)
    }
  }

  private func run(_ store: CoinStore, _ postgres: SharedPostgres) async throws -> Report {
    let fleet = LedgerFleet(binary, below: home, ports: ports, sharing: postgres)
    let process = try await fleet.prepare(
      for: SimulatedApp(bundleID: CoinStore.bundleID, appAppleID: CoinStore.appAppleID),
      rootCertificatePEM: store.rootCertificatePEM)
    let shelf = CatalogShelf(process: process, from: store.opened)
    try await shelf.publish(CoinProduct.known)
    let key = try await process.makeKey(scopes: "admin")
    let servers = GameServers(FleetClient(of: fleet.urls, key: key), sayings: store.sayings)
    let storm = AttemptStorm(drill: self, fleet: fleet, postgres: postgres, shelf: shelf)
    return try await fleet.whileServing {
      var report = try await storm.rage(servers, sayings: store.sayings)
      let settling = Settling(plan: plan, process: process, servers: servers)
      try await settling.settle(sayings: store.sayings.count, &report)
      report.kills = await fleet.kills + kills.blows.count { $0.victim == .postgres }
      return report
    }
  }
}
