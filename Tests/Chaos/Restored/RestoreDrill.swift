import AppStoreSimulator

/// The steps of a drill, one after the other.
struct RestoreDrill: Sendable {
  private static let atOnce = 16
  /// Apple is asked politely.
  private static let patience = Duration.seconds(1_200)
  /// Before anything is renewed monthly that was bought at first.
  private static let backupAge = Int64(20).days
  private static let end = Int64(2).hours

  let process: LedgerProcess
  let postgres: SharedPostgres
  let client: FleetClient
  let server: GameServer
  let shop: CoinShop
  let reader: LedgerReader
  let tell: @Sendable (String) -> Void

  func run(_ plan: RestorePlan) async throws -> RestoreTrial.Report {
    var report = RestoreTrial.Report()
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
      try await stale.check(refusedBy: client)
      var (report, players) = (report, players)
      (players, report) = try await comeBack(players, report)
      let audit = RestoreAudit(players: players, drill: self, process: restored)
      try await audit.check(&report)
      return report
    }
  }

  private func playBefore(_ plan: RestorePlan) async throws -> [RestoredPlayer] {
    let players = try await plan.players.map(RestoredPlayer.init).each(atOnce: Self.atOnce) {
      try await $0.play($0.plan.before, at: shop, server)
    }
    for player in players { try await player.giveBack(isLate: false, at: shop) }
    try await shop.simulation.advance(to: CoinShop.present - Self.backupAge)
    try await settle()
    return players
  }

  /// Things are renewed first, and then bought; some of it stays half done.
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

  /// While no ledger serves, some buy on, and Apple tells it to nobody.
  private func playUnheard(_ players: [RestoredPlayer]) async throws -> [RestoredPlayer] {
    var players = players
    for number in stride(from: 0, to: players.count, by: 5) {
      try await players[number].play([RestorePlan.unheard], at: shop, server)
    }
    let count = await shop.simulation.withWorld { $0.notifications.count }
    try await Patience.wait(for: "Apple to have tried to tell all") {
      await shop.simulation.attempts(of: count - 1).isEmpty == false
    }
    return players
  }

  /// Without a recovery the ledger knows what was granted until the backup, and nothing of what came since.
  /// - Returns: how many notifications it holds.
  private func hold(_ restored: LedgerProcess, toBackupOf world: World) async throws -> Int {
    let grants = try await restored.grantsMade()
    guard grants == world.grants.count else {
      throw BrokenTrial("of \(world.grants.count) grants the backup holds \(grants)")
    }
    return Int(
      try await restored.number("select count(*) from event where notification_type is not null"))
  }

  private func recover(
    _ restored: LedgerProcess, saying notices: Int, _ kept: Int
  ) async throws -> RecoveryFigures {
    let figures = try await restored.figures(
      RecoveryFigures.self, of: "recover", "--restored", "--json", atMost: Self.patience)
    tell(figures.text)
    try figures.check(notices: notices, inBackup: kept)
    return figures
  }

  /// All log in to the ledger that has forgotten them, and the game books what is new.
  private func comeBack(
    _ players: [RestoredPlayer], _ report: RestoreTrial.Report
  ) async throws -> ([RestoredPlayer], RestoreTrial.Report) {
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

  /// Returns once all that Apple said is heard and taken in, and nothing is owed.
  private func settle() async throws {
    await shop.simulation.deliverAll()
    try await reader.waitUntilCaughtUp()
    try await server.waitUntilNothingIsOwed()
    try await reader.waitUntilCaughtUp()
  }
}

extension World {
  /// All that are due by now.
  var grants: [CustomerTruth.Grant] { Truth(chronicle).all(at: now).flatMap(\.grants) }
}

extension RestoreTrial.Report {
  fileprivate mutating func add(_ figures: RecoveryFigures, kept: Int) {
    keptNotices = kept
    repairedNotices = figures.repaired(at: 0)
    repairedByHistory = figures.repaired(at: 1)
  }
}
