import AppStoreSimulator

/// Holds the game's book, the ledger and the store, in the end, to what was truly bought.
struct RestoreAudit: Sendable {
  let players: [RestoredPlayer]
  let drill: RestoreDrill
  /// The one that was recovered.
  let process: LedgerProcess

  func check(_ report: inout RestoreTrial.Report) async throws {
    let world = await drill.shop.simulation.withWorld { $0 }
    let truths = Truth(world.chronicle).all(at: world.now)
    try await hold(drill.reader, to: truths)
    let listed = try await drill.server.allGrants()
    try await check(listed, world.grants)
    try checkBooks(listed, world.grants, &report)
    try checkFinished(world)
    try await process.command("reconcile", "status")
    try await Invariants(of: process).check(notices: world.notifications.count)
    report.players = players.count
    report.purchases = players.map(\.purchases).reduce(0, +)
    report.refunded = world.transactions.count(where: \.isRevoked)
    report.notices = world.notifications.count
    report.grants = listed.count
  }

  /// What is owned, how subscriptions stand, each grant with what was taken back, and every wallet.
  private func hold(_ reader: LedgerReader, to truths: [CustomerTruth]) async throws {
    let findings = try await Inquiry(of: reader, asksCoins: true)
      .findings(against: truths, asked: .now)
    guard findings.isEmpty else {
      throw BrokenTrial(findings.map(\.description).joined(separator: "\n"))
    }
  }

  /// The ledger has made each grant once, for somebody, and none of them waits for the game.
  private func check(_ listed: [ListedGrant], _ due: [CustomerTruth.Grant]) async throws {
    guard listed.count == due.count, Set(listed.map(\.id)).count == due.count,
      Set(listed.map(\.name)) == Set(due.map(\.name))
    else { throw BrokenTrial("of \(due.count) grants \(listed.count) are listed") }
    if let other = listed.first(where: { $0.state == "pending" || $0.account == nil }) {
      throw BrokenTrial("\(other) should be somebody's, and done with")
    }
    let made = try await process.grantsMade()
    guard made == due.count else { throw BrokenTrial("\(made) grants were made of \(due.count)") }
  }

  /// The game has booked each grant once, under the id that the ledger tells now, unless all of it was
  /// taken back before.
  private func checkBooks(
    _ listed: [ListedGrant], _ due: [CustomerTruth.Grant], _ report: inout RestoreTrial.Report
  ) throws(BrokenTrial) {
    let booked = players.flatMap(\.saved.book.values)
    guard Set(booked.map(\.name)).count == booked.count else {
      throw BrokenTrial("the game has booked one grant under two ids")
    }
    let (ids, books) = (Set(listed.map(\.id)), Dictionary(grouping: booked, by: \.name))
    for grant in due {
      let found = books[grant.name] ?? []
      guard found.map(\.amount) == [grant.amount] || found.isEmpty && grant.isGone else {
        throw BrokenTrial("of \(grant) the game has booked \(found)")
      }
      if !found.isEmpty { report.coins += grant.amount - grant.takenBack }
    }
    guard booked.allSatisfy({ ids.contains($0.id) }) else {
      throw BrokenTrial("the game has booked what the ledger has never granted")
    }
  }

  /// Apple has heard of everything that it was delivered.
  private func checkFinished(_ world: World) throws(BrokenTrial) {
    let open = world.transactions.filter { !$0.isFinished && !$0.isRevoked }
    guard open.isEmpty else {
      throw BrokenTrial("\(open.count) transactions are not finished, as \(open[0].id)")
    }
  }
}

extension CustomerTruth.Grant {
  fileprivate var isGone: Bool { takenBack == amount }
}
