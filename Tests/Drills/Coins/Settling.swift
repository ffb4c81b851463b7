import AppStoreSimulator
import Foundation

/// The end of a drill, when all is quiet again: every notification and request is repeated, and the
/// sums are checked.
struct Settling: Sendable {
  private static let atOnce = 12

  let plan: CoinPlan
  let process: LedgerProcess
  let servers: GameServers

  /// - Parameter sayings: the number of notifications.
  func settle(sayings: Int, _ report: inout GrantsDrill.Report) async throws {
    try await each(0..<sayings) { saying in
      try await servers.notify(saying)
      try await servers.post(saying)
    }
    try await process.waitUntilGranted()
    try await each(plan.customers) { customer in
      try await AccountSettling(account: customer.name, servers: servers).ask(
        plan.asks.filter { $0.account == customer.name })
    }
    try await process.waitUntilRead()
    let grants = try await servers.grants(of: nil)
    try await each(grants.filter { $0.coin != CoinProduct.kept }) { grant in
      try await servers.acknowledge(grant.id)
    }
    try await servers.keptCoins.keepUp()
    try await process.waitUntilRead()
    try await audit(&report)
    try await Invariants(of: process).check(notifications: sayings)
  }

  private func each<Item: Sendable>(
    _ items: some Sequence<Item>, _ body: @escaping @Sendable (Item) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, item) in items.enumerated() {
        if number >= Self.atOnce { try await group.next() }
        group.addTask { try await body(item) }
      }
      for try await _ in group {}  // the first promise found broken ends all
    }
  }

  private func audit(_ report: inout GrantsDrill.Report) async throws {
    let expected = plan.purchases.flatMap(\.grants)
    let listed = try await servers.grants(of: nil)
    try GrantAudit(expected: expected).check(listed)
    let kept = expected.filter { $0.coin == CoinProduct.kept }
    let acknowledged = try await servers.keptCoins.check(kept, listed)
    let ids = Dictionary(uniqueKeysWithValues: listed.map { ($0.name, $0.id) })
    for customer in plan.customers {
      let wallet = try await servers.wallet(of: customer.name)
      let book = await servers.book
      try WalletAudit(
        account: customer.name,
        grants: expected.filter { $0.account == customer.name && $0.coin != CoinProduct.kept },
        ids: ids,
        booked: book.booked.filter { $0.key.account == customer.name }
      ).check(wallet)
      report.debts += wallet.entries.count { $0.kind == .takenBack && $0.balance < 0 }
    }
    try await process.checkGrants(made: expected.count, acknowledged: acknowledged)
    report.kept = acknowledged
    report.add(plan, expected, await servers.book, servers.client)
  }
}

extension GrantsDrill.Report {
  fileprivate mutating func add(
    _ plan: CoinPlan, _ grants: [ExpectedGrant], _ book: AnswerBook, _ client: FleetClient
  ) {
    purchases = plan.purchases.count
    self.grants = grants.count
    takenBack = grants.count { $0.takenBack > 0 }
    booked = book.booked.count
    rejections = book.rejections
    (questions, unanswered) = (client.questions, client.unanswered)
  }
}
