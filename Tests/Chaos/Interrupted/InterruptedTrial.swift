import AppStoreSimulator
package import Foundation

/// Many players buy coins, and something comes between each time, at any step of any purchase; in the end
/// each purchase must have been granted once.
///
/// With the habit a device saves a transaction before it posts it, and finishes it only when it is granted.
/// Without it the device finishes at once and saves nothing, and Apple tells nothing: what is lost then is
/// what the habit is for.
package struct InterruptedTrial: Sendable {
  /// How many ledgers serve one database.
  package static let ledgers = 3
  static let playersAtOnce = 80
  /// So many interruptions share one blow at most.
  private static let blowSizeMax = 32

  let home: URL
  let plan: InterruptionPlan
  let hasHabit: Bool
  let tell: @Sendable (String) -> Void
  private let binary: URL
  private let ports: [Int]
  private let house: SigningHouse

  /// The binary is `daicho`; the home is a folder of the trial's own. Each ledger has a port.
  package init(
    binary: URL, home: URL, ports: [Int], purchases: Int, seed: UInt64, hasHabit: Bool = true,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.binary = binary
    self.home = home
    self.ports = ports
    self.hasHabit = hasHabit
    self.tell = tell
    plan = InterruptionPlan(purchases: purchases, seed: seed)
    house = try SigningHouse()
  }

  package func run() async throws -> Report {
    let simulation = try CoinShop.simulation(for: plan.players, signedBy: house)
    return try await simulation.whileOpen { store in
      try await SharedPostgres.whileTended(home: home.appending(path: "database")) { postgres in
        try await run(simulation, openAt: store, postgres)
      }
    }
  }

  private func run(
    _ simulation: Simulation, openAt store: String, _ postgres: SharedPostgres
  ) async throws -> Report {
    let fleet = LedgerFleet(binary, below: home, ports: ports, sharing: postgres)
    let process = try await fleet.prepare(
      for: CoinShop.app, rootCertificatePEM: house.rootCertificatePEM,
      asking: hasHabit
        ? StoreAccess(url: store, key: simulation.developerKey, finishes: true) : nil)
    try await TrialGoods.publish(.game, at: 0, to: process)
    let key = try await process.makeKey(scopes: "admin")
    let client = FleetClient(of: fleet.urls, key: key)
    let surroundings = Device.Surroundings(
      shop: CoinShop(simulation, telling: client), server: GameServer(client, key: key),
      schedule: BlowSchedule(players: Self.playersAtOnce, size: blowSize), ports: ports,
      hasHabit: hasHabit)
    let blows = Blows(
      schedule: surroundings.schedule, fleet: fleet, postgres: postgres, shop: surroundings.shop,
      tell: tell)
    return try await fleet.whileServing {
      let interrupted = try await play(surroundings, under: blows)
      tell("all were interrupted, and come back a last time")
      let devices = try await comeBack(interrupted, process)
      let audit = InterruptionAudit(devices: devices, surroundings: surroundings, process: process)
      var report = try await audit.report()
      report.add(plan, blows: await surroundings.schedule.begun, of: client)
      return report
    }
  }

  private var blowSize: Int { max(1, min(Self.blowSizeMax, plan.players.count / 2)) }

  /// All play until each is interrupted in the last purchase.
  private func play(
    _ surroundings: Device.Surroundings, under blows: Blows
  ) async throws -> [Device] {
    let devices = plan.players.map { Device(of: $0, in: surroundings) }
    return try await withThrowingTaskGroup(of: [Device].self) { group in
      group.addTask {
        try await each(devices, andThen: { await surroundings.schedule.leave() }) {
          try await $0.play()
        }
      }
      group.addTask {
        try await blows.fall()
        return []
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Once the ledger has taken in everything, all come back.
  private func comeBack(_ devices: [Device], _ process: LedgerProcess) async throws -> [Device] {
    try await LedgerReader(of: process.url, key: "", bundleID: "").waitUntilCaughtUp()
    return try await each(devices) { try await $0.comeBackAtLast() }
  }

  /// Does something with all, as many at once as there may be.
  /// - Parameter leave: what each of these does when nothing is left for it.
  private func each(
    _ devices: [Device], andThen leave: @escaping @Sendable () async -> Void = {},
    _ body: @escaping @Sendable (inout Device) async throws -> Void
  ) async throws -> [Device] {
    try await withThrowingTaskGroup(of: [Device].self) { group in
      for first in 0..<Self.playersAtOnce {
        group.addTask {
          var done: [Device] = []
          for number in stride(from: first, to: devices.count, by: Self.playersAtOnce) {
            var device = devices[number]
            try await body(&device)
            done.append(device)
          }
          await leave()
          return done
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
