import AppStoreSimulator

/// A comparison of the game's book, the ledger and the store with the true purchases.
struct RestoreAudit: Sendable {
  let players: [RestoredPlayer]
  let drill: RestoreSteps
  /// The recovered ledger.
  let process: LedgerProcess

  func check(_ report: inout RestoreDrill.Report) async throws {
    let world = await drill.shop.simulation.withWorld { $0 }
    try await hold(drill.reader, to: AccountTruths(of: world).all(at: world.now))
    let listed = try await drill.server.allGrants()
    try await check(listed, world.grants)
    try checkBooks(listed, world.grants, &report)
    try checkFinished(world)
    try await process.command("reconcile", "status")
    try await Invariants(of: process).check(world.notifications)
    report.players = players.count
    report.purchases = players.map(\.purchases).reduce(0, +)
    report.refunded = world.transactions.count(where: \.isRevoked)
    report.notifications = world.notifications.count
    report.grants = listed.count
  }

  /// Throws unless the ledger answers truthfully about ownership and subscriptions. The game keeps the
  /// coins, so that its books are compared instead of wallets.
  private func hold(_ reader: LedgerReader, to truths: [AccountTruth]) async throws {
    let findings = try await Inquiry(of: reader, asksCoins: false)
      .findings(against: truths, asked: .now)
    guard findings.isEmpty else {
      throw BrokenDrill(findings.map(\.description).joined(separator: "\n"))
    }
  }

  /// Throws unless the ledger has made each grant once, for an account, and no grant waits for the
  /// game.
  private func check(_ listed: [ListedGrant], _ due: [CustomerTruth.Grant]) async throws {
    guard listed.count == due.count, Set(listed.map(\.id)).count == due.count,
      Set(listed.map(\.name)) == Set(due.map(\.name))
    else { throw BrokenDrill("of \(due.count) grants \(listed.count) are listed") }
    if let other = listed.first(where: { $0.state == "pending" || $0.account == nil }) {
      throw BrokenDrill("\(other) should have an account, and be done with")
    }
    let takenBack = Dictionary(due.map { ($0.name, $0.takenBack) }, uniquingKeysWith: max)
    if let other = listed.first(where: { $0.revokedAmount != takenBack[$0.name] }) {
      throw BrokenDrill("of \(other) \(takenBack[other.name] ?? 0) should be taken back")
    }
    let made = try await process.grantsMade()
    guard made == due.count else { throw BrokenDrill("\(made) grants were made of \(due.count)") }
  }

  /// Throws unless the game has booked each grant once, under the id that the ledger reports now,
  /// or all of it was taken back before.
  private func checkBooks(
    _ listed: [ListedGrant], _ due: [CustomerTruth.Grant], _ report: inout RestoreDrill.Report
  ) throws(BrokenDrill) {
    let booked = players.flatMap(\.saved.book.values)
    guard Set(booked.map(\.name)).count == booked.count else {
      throw BrokenDrill("the game has booked one grant under two ids")
    }
    let (ids, books) = (Set(listed.map(\.id)), Dictionary(grouping: booked, by: \.name))
    for grant in due {
      let found = books[grant.name] ?? []
      guard found.map(\.amount) == [grant.amount] || found.isEmpty && grant.isGone else {
        throw BrokenDrill("of \(grant) the game has booked \(found)")
      }
      if !found.isEmpty { report.coins += grant.amount - grant.takenBack }
    }
    guard booked.allSatisfy({ ids.contains($0.id) }) else {
      throw BrokenDrill("the game has booked what the ledger has never granted")
    }
  }

  /// Throws unless every delivered transaction is finished at Apple.
  private func checkFinished(_ world: World) throws(BrokenDrill) {
    let open = world.transactions.filter { !$0.isFinished && !$0.isRevoked }
    guard open.isEmpty else {
      throw BrokenDrill("\(open.count) transactions are not finished, as \(open[0].id)")
    }
  }
}

extension CustomerTruth.Grant {
  fileprivate var isGone: Bool { takenBack == amount }
}
