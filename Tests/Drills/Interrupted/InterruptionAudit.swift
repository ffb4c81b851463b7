import AppStoreSimulator

/// A comparison of the booked grants and the ledger's answers with the true purchases.
struct InterruptionAudit: Sendable {
  let devices: [Device]
  let context: Device.Context
  let process: LedgerProcess

  func report() async throws -> InterruptedDrill.Report {
    try await process.waitUntilGranted()
    try await context.server.waitUntilNothingIsPending()
    for device in devices { try await checkReceipts(of: device.saved) }
    let world = await context.shop.simulation.withWorld { $0 }
    let truth = Truth(world.chronicle)
    var report = InterruptedDrill.Report()
    var granted = 0
    for device in devices {
      let bought = truth.customer(device.player.name, at: world.now)
      granted += try count(device.saved, against: bought, &report)
    }
    try await hold(try await context.server.allGrants(), toBooked: granted)
    report.pending = try await pending(in: world)
    let notifications = devices.flatMap(\.player.purchases).count {
      context.hasHabit && $0.interruption.kind != .appleDown
    }
    try await Invariants(of: process).check(notifications: notifications)
    return report
  }

  /// Counts the purchases of a player by how often they were granted. Returns the number of booked
  /// grants.
  private func count(
    _ saved: SavedGame, against truth: CustomerTruth, _ report: inout InterruptedDrill.Report
  ) throws(BrokenDrill) -> Int {
    let booked = Dictionary(grouping: saved.book.values, by: \.name)
    let due = Dictionary(grouping: truth.grants, by: \.transactionId)
    guard Set(booked.keys).isSubset(of: due.values.joined().map(\.name)) else {
      throw BrokenDrill("\(truth.customer) was granted \(booked.keys) of \(due.keys)")
    }
    for grants in due.values {
      let counts = grants.map { booked[$0.name]?.count ?? 0 }
      if counts.contains(where: { $0 > 1 }) {
        report.twice += 1
      } else if counts.contains(0) {
        report.never += 1
      } else {
        report.once += 1
      }
    }
    for grant in truth.grants {
      for found in booked[grant.name] ?? [] where !found.tells(grant) {
        throw BrokenDrill("\(found) should be \(grant)")
      }
    }
    report.coins += saved.book.values.map(\.amount).reduce(0, +)
    return saved.book.count
  }

  /// Returns the number of things left to be done: in outboxes, at the store, and in the ledger.
  private func pending(in world: World) async throws -> Int {
    devices.map(\.saved.outbox.count).reduce(0, +)
      + devices.map(\.saved.unacknowledged.count).reduce(0, +)
      + world.transactions.count { !$0.isFinished }
  }

  /// Throws unless the ledger lists exactly the booked grants, each once and acknowledged, and its
  /// log agrees.
  private func hold(_ listed: [ListedGrant], toBooked count: Int) async throws {
    let booked = Set(devices.flatMap(\.saved.book.keys))
    guard booked.count == count, listed.count == count, Set(listed.map(\.id)) == booked else {
      throw BrokenDrill("\(listed.count) grants are listed, \(count) were booked")
    }
    if let other = listed.first(where: { $0.state != "acknowledged" }) {
      throw BrokenDrill("\(other) should be acknowledged")
    }
    try await process.checkGrants(made: count, acknowledged: count)
  }

  /// Throws unless every receipt can still be read later.
  private func checkReceipts(of saved: SavedGame) async throws {
    for (transactionID, id) in saved.receipts {
      let receipt = try await context.server.receipt(id)
      guard receipt.id == id, receipt.state == "settled",
        receipt.transactions.map(\.transactionId) == [transactionID],
        receipt.transactions.allSatisfy(\.finish)
      else { throw BrokenDrill("the receipt of \(transactionID) is \(receipt) in the end") }
    }
  }
}

extension ListedGrant {
  fileprivate func tells(_ grant: CustomerTruth.Grant) -> Bool {
    productId == grant.productId && amount == grant.amount && revokedAmount == 0
      && environment == "Production"
  }
}
