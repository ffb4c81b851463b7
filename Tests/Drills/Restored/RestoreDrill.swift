import AppStoreSimulator
package import Foundation

/// A drill of a restore: players buy, the database is backed up, purchases and refunds go on, and
/// then only the backup is left. After the recovery nothing may be missing, and nothing granted
/// twice.
///
/// A ledger without the recovery fails the drill: it lacks later purchases, and accepts positions
/// of a past that it has forgotten.
package struct RestoreDrill: Sendable {
  let home: URL
  let plan: RestorePlan
  let tell: @Sendable (String) -> Void
  private let binary: URL
  private let port: Int
  private let authority: SigningAuthority

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  ///
  /// - Parameter purchases: the number of purchases before the backup, and again after it.
  package init(
    binary: URL, home: URL, port: Int, purchases: Int, seed: UInt64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.binary = binary
    self.home = home
    self.port = port
    self.tell = tell
    plan = RestorePlan(purchases: purchases, seed: seed)
    authority = try SigningAuthority()
  }

  package func run() async throws -> Report {
    let url = LedgerProcess(binary: binary, home: home, port: port).url
    let simulation = try CoinShop.simulation(
      for: plan.players, signedBy: authority, telling: url)
    return try await simulation.whileOpen { store in
      try await SharedPostgres.whileTended(home: home.appending(path: "database")) { postgres in
        let drill = try await prepare(simulation, openAt: store, postgres)
        return try await drill.run(plan)
      }
    }
  }

  private func prepare(
    _ simulation: Simulation, openAt store: String, _ postgres: SharedPostgres
  ) async throws -> RestoreSteps {
    let process = LedgerProcess(
      binary: binary, home: home.appending(path: "serve"), port: port, shared: postgres)
    try process.prepare(
      bundleID: CoinShop.app.bundleID, appAppleID: CoinShop.app.appAppleID,
      rootCertificatePEM: authority.rootCertificatePEM,
      asking: StoreAccess(
        url: store, key: simulation.developerKey, finishes: true, sharePercent: 100))
    try await process.command("migrate")
    try await DrillGoods.publish(.game, at: 0, to: process, wallet: "game")
    let key = try await process.makeKey(scopes: "admin")
    let client = FleetClient(of: [process.url], key: key)
    return RestoreSteps(
      process: process, postgres: postgres, client: client, server: GameServer(client, key: key),
      shop: CoinShop(simulation, telling: client),
      reader: LedgerReader(of: process.url, key: key, bundleID: CoinShop.app.bundleID), tell: tell)
  }
}
