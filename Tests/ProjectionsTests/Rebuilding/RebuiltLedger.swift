import EventStore
import Foundation
import Intake
import Ledger
import Logging
import Postgres
import Projections
import TestSupport

/// The questions of the rebuild tests to a ledger.
extension TestLedger {
  func rebuild(_ names: [ProjectionName] = ProjectionName.allCases) -> Rebuild {
    Rebuild(names, pool: pool, log: log, logger: Logger(label: "test"))
  }

  /// Returns every row of every projection, by table.
  func projectedRows() async throws -> [String: [String]] {
    var rows: [String: [String]] = [:]
    for table in ProjectionConsumer.tables {
      rows[table] = try await texts("select t::text from \(table) t order by 1")
    }
    return rows
  }

  func texts(_ sql: String) async throws -> [String] {
    try await owner.withConnection { connection in
      try await connection.query(Statement(unsafeSQL: sql)).decode()
    }
  }

  /// Returns each generation that was not dropped: `tenure 2 live`.
  func generations() async throws -> [String] {
    try await RebuildStatus.read(in: pool).generations.map {
      "\($0.projection.rawValue) \($0.number) \($0.place.rawValue)"
    }
  }

  /// Compares the live projections with a replay of the log. Throws the first difference.
  func verifyReplays() async throws {
    for name in ProjectionName.allCases {
      for lane in log.lanes { try await Replay(pool: pool, log: log, of: name).verify(lane: lane) }
    }
  }

  /// Records lives, random events of every kind and a named account, and projects them in parts.
  func liveLong(seed: UInt64) async throws {
    var lives = ServiceLives(seed: seed)
    try await live(&lives)
    var random = RandomEvents(seed: seed)
    for _ in 0..<10 {
      try await record((0..<30).map { _ in random.next() })
      try await project()
    }
    try await record([
      bought("9001", "com.example.gems", .consumable),
      bought("9002", "com.example.month", .autoRenewable),
      bought("9003", "com.example.gems", .consumable, trust: .receipt),
    ])
    _ = try await intake.tokens.register(
      token: UUID(), for: "anna", of: TestLedger.bundleID, in: [.production])
    try await project()
  }

  /// Returns a purchase of which Apple told neither group nor price.
  private func bought(
    _ id: String, _ product: ProductID, _ type: ProductType, trust: Trust = .signed
  ) -> LedgerEvent {
    let start = Instant(day: "2025-03-01")
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(.production, OriginalTransactionID(id)),
          transactionID: TransactionID(id),
          purchase: Purchase(
            productID: product, type: type, subscriptionGroupID: nil, purchaseDate: start),
          expiresDate: type == .autoRenewable ? .present(start + .seconds(30 * 86_400)) : .absent,
          isUpgraded: false, revocation: .absent, trust: trust, assertedAt: start)))
  }
}
