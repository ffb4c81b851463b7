import AppStoreSimulator

/// The steps of a restore drill, one after the other.
struct RestoreSteps: Sendable {
  private static let atOnce = 16
  /// The longest wait: the ledger asks Apple politely.
  private static let patience = Duration.seconds(1_200)
  /// The age of the backup, which is taken before any monthly subscription of the start is renewed.
  private static let backupAge = Int64(20).days
  private static let end = Int64(2).hours

  let process: LedgerProcess
  let postgres: SharedPostgres
  let client: FleetClient
  let server: GameServer
  let shop: CoinShop
  let reader: LedgerReader
  let tell: @Sendable (String) -> Void

  func run(_ plan: RestorePlan) async throws -> RestoreDrill.Report {
    var report = RestoreDrill.Report()
    let early = try await process.whileServing { try await playBefore(plan) }
    var restored = process
    restored.shared = try await postgres.copy(named: "restored")
    let copied = await shop.simulation.withWorld { $0 }
    tell("backed up after \(copied.transactions.count) transactions")
    let (late, stale) = try await process.whileServing { try await playAfter(early) }
    let players = try await playUnheard(late)
    let world = await shop.simulation.withWorld { $0 }
    let kept = try await hold(restored, toBackupOf: copied)
    report.lostGrants = world.grants.count - copied.grants.count
    let figures = try await recover(restored, saying: world.notifications.count, kept)
    report.add(figures, kept: kept)
    report.renewals = world.transactions.count - players.map(\.purchases).reduce(0, +)
    return try await restored.whileServing { [restored, report] in
      try await stale.check(rejectedBy: client)
      var (report, players) = (report, players)
      (players, report) = try await comeBack(players, report)
      let audit = RestoreAudit(players: players, drill: self, process: restored)
      try await audit.check(&report)
      return report
    }
  }

  private func playBefore(_ plan: RestorePlan) async throws -> [RestoredPlayer] {
    let players = try await plan.players.map(RestoredPlayer.init).each(atOnce: Self.atOnce) {
      try await $0.signUp(server)
      try await $0.play($0.plan.before, at: shop, server)
    }
    for player in players { try await player.giveBack(isLate: false, at: shop) }
    try await shop.simulation.advance(to: CoinShop.present - Self.backupAge)
    try await settle()
    return players
  }

  /// Renews subscriptions first, and then buys; some purchases stay half done.
  private func playAfter(
    _ players: [RestoredPlayer]
  ) async throws -> (players: [RestoredPlayer], stale: StalePosition) {
    try await shop.simulation.advance(to: CoinShop.present - Self.end)
    let players = try await players.each(atOnce: Self.atOnce) {
      try await $0.play($0.plan.after, at: shop, server)
    }
    for player in players { try await player.giveBack(isLate: true, at: shop) }
    await shop.simulation.deliverAll()
    try await reader.waitUntilCaughtUp()
    return (players, try await StalePosition(of: client))
  }

  /// Buys on while no ledger serves, so that no notification arrives.
  private func playUnheard(_ players: [RestoredPlayer]) async throws -> [RestoredPlayer] {
    var players = players
    for number in stride(from: 0, to: players.count, by: 5) {
      try await players[number].play([RestorePlan.unheard], at: shop, server)
    }
    let count = await shop.simulation.withWorld { $0.notifications.count }
    try await Patience.wait(for: "Apple to have tried to post all") {
      await shop.simulation.attempts(of: count - 1).isEmpty == false
    }
    return players
  }

  /// Throws unless the restored ledger has exactly the grants of the backup.
  /// - Returns: the number of notifications in the backup.
  private func hold(_ restored: LedgerProcess, toBackupOf world: World) async throws -> Int {
    let grants = try await restored.grantsMade()
    guard grants == world.grants.count else {
      throw BrokenDrill("of \(world.grants.count) grants the backup holds \(grants)")
    }
    return Int(
      try await restored.number("select count(*) from event where notification_type is not null"))
  }

  private func recover(
    _ restored: LedgerProcess, saying notifications: Int, _ kept: Int
  ) async throws -> RecoveryFigures {
    let figures = try await restored.figures(
      RecoveryFigures.self, of: "recover", "--restored", "--json", atMost: Self.patience)
    tell(figures.text)
    try figures.check(notifications: notifications, inBackup: kept)
    return figures
  }

  /// Logs all players in to the ledger that has forgotten them, and books the new grants.
  private func comeBack(
    _ players: [RestoredPlayer], _ report: RestoreDrill.Report
  ) async throws -> ([RestoredPlayer], RestoreDrill.Report) {
    var report = report
    let back = try await players.each(atOnce: Self.atOnce) {
      try await $0.comeBack(to: shop, server)
    }
    try await reader.waitUntilCaughtUp()
    var done: [RestoredPlayer] = []
    for var player in back {
      let collected = try await player.collect(server)
      report.acknowledgedAgain += collected.again
      report.bookedNew += collected.new
      done.append(player)
    }
    try await settle()
    return (done, report)
  }

  /// Returns once all notifications are ingested, and no job is pending.
  private func settle() async throws {
    await shop.simulation.deliverAll()
    try await reader.waitUntilCaughtUp()
    try await server.waitUntilNothingIsPending()
    try await reader.waitUntilCaughtUp()
  }
}

extension World {
  /// The grants due by now.
  var grants: [CustomerTruth.Grant] { Truth(chronicle).all(at: now).flatMap(\.grants) }
}

extension RestoreDrill.Report {
  fileprivate mutating func add(_ figures: RecoveryFigures, kept: Int) {
    keptNotifications = kept
    repairedNotifications = figures.repaired(at: 0)
    repairedByHistory = figures.repaired(at: 1)
  }
}
