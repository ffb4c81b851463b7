import EventStore
import Foundation
import Intake
import Ledger
import ReferenceModels
import TestSupport
import Testing

/// Comparisons of the ledger with the reference model of ownership, over random histories.
struct OwnershipHistoryTests {
  private static let length = 14
  private static let day: Int64 = 86_400_000
  private static let names = OwnershipHistory.accounts + [OwnershipHistory.tokens[0]]

  private static func catalog() throws -> Catalog {
    let grants = [ProductGrant("gem", 100)]
    return try Catalog([
      CatalogProduct("consumable", type: .consumable, grants: grants),
      CatalogProduct("nonConsumable", type: .nonConsumable, grants: grants),
      CatalogProduct(
        "subscription", type: .autoRenewable, subscriptionGroupID: "group", level: 1,
        period: .months(1), grants: grants),
    ])
  }

  static func disagreement(seed: UInt64) async throws -> String? {
    try await TestLedger.with(lanes: 2) { ledger in
      let start = TestLedger.now.milliseconds - 40 * day
      _ = try await ledger.intake.catalogs.publish(
        try catalog(), of: TestLedger.bundleID, validFrom: Instant(milliseconds: start - 10 * day))
      let history = OwnershipHistory(seed: seed, length: length, from: start)
      var model = OwnershipModel()
      let owned = OwnedLedger(ledger: ledger, link: .standard)
      var told = ""
      var reads: [AccountReads] = []
      for (at, operation) in history.operations {
        let expected = model.perform(operation, at: at)
        let answer = try await owned.perform(operation, at: at)
        try await ledger.grant()
        told += "\n  \(at) \(operation) -> \(expected)"
        if let answer, answer != expected.isRejected {
          return told + "\n  the ledger \(answer ? "rejects" : "accepts")"
        }
        if let difference = try await difference(model.replayed(), owned, history) {
          return told + "\n  " + difference
        }
        reads.append(try await AccountReads(of: names, in: ledger))
      }
      for (read, number) in zip(reads, 1...) {
        if let difference = try await read.difference(from: ledger) {
          return told + "\n  after operation \(number): " + difference
        }
      }
      return nil
    }
  }

  private static func difference(
    _ model: OwnershipReplay, _ owned: OwnedLedger, _ history: OwnershipHistory
  ) async throws -> String? {
    for chain in model.chainIDs {
      let (expected, found) = (
        model.owners(of: chain), try await owned.owners(of: chain, among: names)
      )
      if expected != found { return "chain \(chain): model \(expected), ledger \(found)" }
    }
    for item in history.items where model.transactionIDs.contains(item.transactionID) {
      let (expected, found) = (
        model.coinOwner(of: item.transactionID),
        item.familyShared
          ? model.coinOwner(of: item.transactionID)
          : try await owned.coinOwner(of: item, among: names)
      )
      if expected != found {
        return "coins of \(item.transactionID): model \(expected ?? "nil"), ledger "
          + (found ?? "nil")
      }
    }
    return nil
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `random histories have the owners of the reference model`(seed: UInt64) async throws {
    let disagreement = try await Self.disagreement(seed: seed)
    #expect(disagreement == nil, "\(disagreement ?? "")")
  }
}
