import EventStore
import Foundation
import Intake
import Ledger
import Projections
import Synchronization
import TestSupport
import Testing

/// The positions and revisions that a game knows of a history that was lost.
struct EpochPositionTests {
  private struct Known: Sendable {
    var backup = Position()
    var position = PositionToken(Position(), in: UUID())
    var revision: Int64 = 0
  }

  private static func buy(_ id: TransactionID, _ ledger: TestLedger) async throws {
    let pack = GemPurchase(id)
    try await ledger.record([pack.bought(), pack.owned(by: ledger.account("anna").reference)])
    try await ledger.grant()
    try await ledger.project()
  }

  /// Returns the revision of the first purchase's grant.
  private static func revision(_ ledger: TestLedger) async throws -> Int64 {
    let page = try await ledger.reader.grants.page(GrantFilter(), limit: 10).value
    let grant = try #require(page.grants.first { $0.transactionID == "1" })
    return page.accounts.revision(of: grant).value
  }

  @Test func `a position goes back to the end of the backup, and every revision is higher`()
    async throws
  {
    let known = Mutex(Known())
    try await TestLedger.withRestored(
      backedUp: { ledger in
        _ = try await ledger.intake.catalogs.publish(
          Catalog(
            [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("star", 7)])],
            coins: ["star": .game]), of: TestLedger.bundleID, validFrom: GemPurchase("1").boughtAt)
        try await Self.buy("1", ledger)
        let position = try await ledger.log.position()
        known.withLock { $0.backup = position }
      },
      lost: { ledger in
        for share in [10_000, 20_000, 30_000] as [Int32] {
          try await ledger.record([GemPurchase("1").refunded(share, after: Int(share) / 10_000)])
        }
        for id in ["2", "3", "4", "5"] as [TransactionID] { try await Self.buy(id, ledger) }
        let (position, revision) = (
          try await ledger.reader.positions.reached(), try await Self.revision(ledger)
        )
        known.withLock {
          ($0.position, $0.revision) = (ledger.log.token(position), revision)
        }
      },
      { ledger in
        try await ledger.intake.installation.openEpoch(because: "test", by: ledger.owner)
        try await ledger.intake.installation.unpause(by: ledger.owner)
        // What comes after the restore is no part of what both histories share.
        try await Self.buy("6", ledger)
        let known = known.withLock(\.self)
        let shared = try await ledger.reader.positions.shared(with: known.position)
        let expected = known.position.position.common(with: known.backup)
        #expect(shared == ledger.log.token(expected))
        #expect(try await ledger.reader.positions.isCurrent(shared))
        let changed = try await ledger.reader.changedGrants.page(
          GrantFilter(), since: shared.position, limit: 10)
        #expect(changed.value.grants.grants.map(\.transactionID) == ["6"])
        #expect(try await Self.revision(ledger) > known.revision)
      })
  }
}
