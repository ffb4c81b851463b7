import AppStoreSimulator

/// Holds what was booked and what the ledger tells, in the end, to what was truly bought.
struct InterruptionAudit: Sendable {
  let devices: [Device]
  let surroundings: Device.Surroundings
  let process: LedgerProcess

  func report() async throws -> InterruptedTrial.Report {
    try await process.waitUntilGranted()
    try await surroundings.server.waitUntilNothingIsOwed()
    for device in devices { try await checkReceipts(of: device.saved) }
    let world = await surroundings.shop.simulation.withWorld { $0 }
    let truth = Truth(world.chronicle)
    var report = InterruptedTrial.Report()
    var granted = 0
    for device in devices {
      let bought = truth.customer(device.player.name, at: world.now)
      granted += try count(device.saved, against: bought, &report)
    }
    try await hold(try await surroundings.server.allGrants(), toBooked: granted)
    report.pending = try await pending(in: world)
    let notices = devices.flatMap(\.player.purchases).count {
      surroundings.hasHabit && $0.interruption.kind != .appleDown
    }
    try await Invariants(of: process).check(notices: notices)
    return report
  }

  /// How many grants are booked that should be.
  private func count(
    _ saved: SavedGame, against truth: CustomerTruth, _ report: inout InterruptedTrial.Report
  ) throws(BrokenTrial) -> Int {
    let booked = Dictionary(grouping: saved.book.values, by: \.name)
    let due = Dictionary(grouping: truth.grants, by: \.transactionId)
    guard Set(booked.keys).isSubset(of: due.values.joined().map(\.name)) else {
      throw BrokenTrial("\(truth.customer) was granted \(booked.keys) of \(due.keys)")
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
        throw BrokenTrial("\(found) should be \(grant)")
      }
    }
    report.coins += saved.book.values.map(\.amount).reduce(0, +)
    return saved.book.count
  }

  /// What is left to be done: in outboxes, at the store, and in the ledger.
  private func pending(in world: World) async throws -> Int {
    devices.map(\.saved.outbox.count).reduce(0, +)
      + devices.map(\.saved.unacknowledged.count).reduce(0, +)
      + world.transactions.count { !$0.isFinished }
  }

  /// The ledger tells the grants that were booked, each once and acknowledged, and so does its log.
  private func hold(_ listed: [ListedGrant], toBooked count: Int) async throws {
    let booked = Set(devices.flatMap(\.saved.book.keys))
    guard booked.count == count, listed.count == count, Set(listed.map(\.id)) == booked else {
      throw BrokenTrial("\(listed.count) grants are listed, \(count) were booked")
    }
    if let other = listed.first(where: { $0.state != "acknowledged" }) {
      throw BrokenTrial("\(other) should be acknowledged")
    }
    try await process.checkGrants(made: count)
  }

  /// Whoever was answered for can be asked after, later.
  private func checkReceipts(of saved: SavedGame) async throws {
    for (transactionID, id) in saved.receipts {
      let receipt = try await surroundings.server.receipt(id)
      guard receipt.id == id, receipt.state == "settled",
        receipt.transactions.map(\.transactionId) == [transactionID],
        receipt.transactions.allSatisfy(\.finish)
      else { throw BrokenTrial("the receipt of \(transactionID) is \(receipt) in the end") }
    }
  }
}

extension ListedGrant {
  fileprivate func tells(_ grant: CustomerTruth.Grant) -> Bool {
    productId == grant.productId && amount == grant.amount && revokedAmount == 0
      && environment == "Production"
  }
}
