import AppStoreSimulator
package import Foundation

/// The drill: players buy, the database is backed up, they buy and are refunded on, and the backup is all
/// that is left. Once it is recovered nothing may be missing, and nothing granted twice.
///
/// A ledger that is not recovered fails it: it lacks what was bought since, and believes positions of a
/// past that it has forgotten.
package struct RestoreTrial: Sendable {
  let home: URL
  let plan: RestorePlan
  let tell: @Sendable (String) -> Void
  private let binary: URL
  private let port: Int
  private let house: SigningHouse

  /// The binary is `daicho`; the home is a folder of the trial's own.
  ///
  /// - Parameter purchases: so many before the backup, and as many after it.
  package init(
    binary: URL, home: URL, port: Int, purchases: Int, seed: UInt64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.binary = binary
    self.home = home
    self.port = port
    self.tell = tell
    plan = RestorePlan(purchases: purchases, seed: seed)
    house = try SigningHouse()
  }

  package func run() async throws -> Report {
    let url = LedgerProcess(binary: binary, home: home, port: port).url
    let simulation = try CoinShop.simulation(
      for: plan.players, signedBy: house, telling: url)
    return try await simulation.whileOpen { store in
      try await SharedPostgres.whileTended(home: home.appending(path: "database")) { postgres in
        let drill = try await prepare(simulation, openAt: store, postgres)
        return try await drill.run(plan)
      }
    }
  }

  private func prepare(
    _ simulation: Simulation, openAt store: String, _ postgres: SharedPostgres
  ) async throws -> RestoreDrill {
    let process = LedgerProcess(
      binary: binary, home: home.appending(path: "serve"), port: port, shared: postgres)
    try process.prepare(
      bundleID: CoinShop.app.bundleID, appAppleID: CoinShop.app.appAppleID,
      rootCertificatePEM: house.rootCertificatePEM,
      asking: StoreAccess(
        url: store, key: simulation.developerKey, finishes: true, sharePercent: 100))
    try await process.command("migrate")
    try await TrialGoods.publish(.game, at: 0, to: process)
    let key = try await process.makeKey(scopes: "admin")
    let client = FleetClient(of: [process.url], key: key)
    return RestoreDrill(
      process: process, postgres: postgres, client: client, server: GameServer(client, key: key),
      shop: CoinShop(simulation, telling: client),
      reader: LedgerReader(of: process.url, key: key, bundleID: CoinShop.app.bundleID), tell: tell)
  }
}
