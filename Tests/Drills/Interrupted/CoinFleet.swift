import AppStoreSimulator
import Foundation

/// A fleet of ledgers that share a database, and a simulated Apple that sells coins.
struct CoinFleet: Sendable {
  let fleet: LedgerFleet
  /// One of the ledgers, for commands.
  let process: LedgerProcess
  let postgres: SharedPostgres
  let client: FleetClient
  let server: GameServer
  let shop: CoinShop

  /// Opens the store and the database, and ends them afterwards. The ledgers are configured, but do
  /// not serve.
  ///
  /// - Parameter asksApple: whether the ledgers may ask the store, and finish there.
  static func whileOpen<Answer: Sendable>(
    _ binary: URL, below home: URL, ports: [Int], for players: [InterruptionPlan.Player],
    asksApple: Bool = true, _ body: @escaping @Sendable (CoinFleet) async throws -> Answer
  ) async throws -> Answer {
    let authority = try SigningAuthority()
    let simulation = try CoinShop.simulation(for: players, signedBy: authority)
    return try await simulation.whileOpen { store in
      try await SharedPostgres.whileTended(home: home.appending(path: "database")) { postgres in
        let access = StoreAccess(url: store, key: simulation.developerKey, finishes: true)
        let fleet = LedgerFleet(binary, below: home, ports: ports, sharing: postgres)
        let process = try await fleet.prepare(
          for: CoinShop.app, rootCertificatePEM: authority.rootCertificatePEM,
          asking: asksApple ? access : nil)
        try await DrillGoods.publish(.game, at: 0, to: process, wallet: "game")
        let key = try await process.makeKey(scopes: "admin")
        return try await body(CoinFleet(fleet, process, postgres, simulation, key))
      }
    }
  }

  private init(
    _ fleet: LedgerFleet, _ process: LedgerProcess, _ postgres: SharedPostgres,
    _ simulation: Simulation, _ key: String
  ) {
    self.fleet = fleet
    self.process = process
    self.postgres = postgres
    client = FleetClient(of: fleet.urls, key: key)
    server = GameServer(client, key: key)
    shop = CoinShop(simulation, telling: client)
  }
}
