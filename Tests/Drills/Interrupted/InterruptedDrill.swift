import AppStoreSimulator
package import Foundation

/// A drill in which many players buy coins and each purchase is interrupted at some step; in the
/// end each purchase must have been granted once.
///
/// With the habit a device saves a transaction before posting it, and finishes it only when it is
/// granted. Without the habit the device finishes at once and saves nothing, and Apple sends no
/// notification: the loss shows the purpose of the habit.
package struct InterruptedDrill: Sendable {
  /// The number of ledgers that serve one database.
  package static let ledgers = 3
  static let playersAtOnce = 80
  /// The most interruptions that share one blow.
  private static let blowSizeMax = 32

  let home: URL
  let plan: InterruptionPlan
  let hasHabit: Bool
  let tell: @Sendable (String) -> Void
  private let binary: URL
  private let ports: [Int]

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone. Each
  /// ledger has a port.
  package init(
    binary: URL, home: URL, ports: [Int], purchases: Int, seed: UInt64, hasHabit: Bool = true,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.binary = binary
    self.home = home
    self.ports = ports
    self.hasHabit = hasHabit
    self.tell = tell
    plan = InterruptionPlan(purchases: purchases, seed: seed)
  }

  package func run() async throws -> Report {
    try await CoinFleet.whileOpen(
      binary, below: home, ports: ports, for: plan.players, asksApple: hasHabit, run(over:))
  }

  private func run(over coins: CoinFleet) async throws -> Report {
    let context = Device.Context(
      shop: coins.shop, server: coins.server,
      schedule: BlowSchedule(players: Self.playersAtOnce, size: blowSize), ports: ports,
      hasHabit: hasHabit)
    let blows = Blows(
      schedule: context.schedule, fleet: coins.fleet, postgres: coins.postgres,
      shop: coins.shop, tell: tell)
    return try await coins.fleet.whileServing {
      let interrupted = try await play(context, under: blows)
      tell("all were interrupted, and come back a last time")
      try await coins.process.waitUntilRead()
      let devices = try await interrupted.each(atOnce: Self.playersAtOnce) {
        try await $0.comeBackAtLast()
      }
      let audit = InterruptionAudit(
        devices: devices, context: context, process: coins.process)
      var report = try await audit.report()
      report.add(plan, blows: await context.schedule.begun, of: coins.client)
      return report
    }
  }

  private var blowSize: Int { max(1, min(Self.blowSizeMax, plan.players.count / 2)) }

  /// Runs all players until each is interrupted in the last purchase.
  private func play(
    _ context: Device.Context, under blows: Blows
  ) async throws -> [Device] {
    let devices = plan.players.map { Device(of: $0, in: context) }
    return try await withThrowingTaskGroup(of: [Device].self) { group in
      group.addTask {
        try await devices.each(
          atOnce: Self.playersAtOnce, andThen: { await context.schedule.leave() }
        ) { try await $0.play() }
      }
      group.addTask {
        try await blows.fall()
        return []
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
