import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct LevelTests {
  private static let account = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
  private let january = Instant(day: "2025-01-01")
  private let february = Instant(day: "2025-02-01")

  private func catalog(_ levels: [ProductID: Int]) throws -> Catalog {
    try Catalog(
      levels.map { product, level in
        CatalogProduct(
          product, type: .autoRenewable, subscriptionGroupID: "group", level: level)
      })
  }

  /// Runs a ledger with an account that has two plans of one group, from 10 January to 11 March.
  private func withPlans(
    _ body: @escaping @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      for (chain, product) in [("3000", "com.example.a"), ("4000", "com.example.b")] {
        var months = PaidMonths(OriginalTransactionID(chain))
        months.product = ProductID(product)
        months.token = Self.account
        let claim = ChainClaimed(
          chain: ChainID(.production, months.chain),
          account: ledger.account(AccountID(Self.account)).reference, claimedAt: months.start)
        try await ledger.record(months.events(2) + [.account(.chainClaimed(claim))])
      }
      _ = try await ledger.known(AccountID(Self.account))
      try await body(ledger)
    }
  }

  private func levels(
    _ ledger: TestLedger, on day: String, knownAt known: Instant? = nil
  ) async throws -> [String] {
    try await ledger.reader.status.entitlements(
      of: ledger.account(AccountID(Self.account)), at: Instant(day: day), knownAt: known
    ).value.map { "\($0.productID.rawValue.suffix(1))\($0.level.map(String.init) ?? "")" }
  }

  @Test func `are those of the catalog in force at the moment asked, the highest first`()
    async throws
  {
    try await withPlans { ledger in
      #expect(try await levels(ledger, on: "2025-02-10") == ["a", "b"])
      let unlisted = try await ledger.log.cut().moment
      for (from, levels) in [
        (february, ["com.example.b": 1, "com.example.a": 2]),
        (january, ["com.example.a": 1, "com.example.b": 2]),
      ] as [(Instant, [ProductID: Int])] {
        _ = try await ledger.intake.catalogs.publish(
          try catalog(levels), of: TestLedger.bundleID, validFrom: from)
      }
      #expect(try await levels(ledger, on: "2025-01-20") == ["a1", "b2"])
      #expect(try await levels(ledger, on: "2025-02-10") == ["b1", "a2"])
      #expect(try await levels(ledger, on: "2025-02-10", knownAt: unlisted) == ["a", "b"])
    }
  }

  @Test func `stay with a plan that is no longer sold, and are each app's own`() async throws {
    try await withPlans { ledger in
      _ = try await ledger.intake.catalogs.publish(
        try catalog(["com.example.b": 1, "com.example.a": 2]), of: TestLedger.bundleID,
        validFrom: january)
      _ = try await ledger.intake.catalogs.publish(
        try catalog(["com.example.a": 1]), of: "com.example.other", validFrom: february)
      _ = try await ledger.intake.catalogs.publish(
        try catalog(["com.example.a": 3]), of: TestLedger.bundleID, validFrom: february)
      #expect(try await levels(ledger, on: "2025-02-10") == ["b1", "a3"])
    }
  }

  @Test func `follow each publication at once, however many ask meanwhile`() async throws {
    try await withPlans { ledger in
      try await withThrowingTaskGroup { group in
        for number in 1...20 {
          _ = try await ledger.intake.catalogs.publish(
            try catalog(["com.example.a": number]), of: TestLedger.bundleID, validFrom: january)
          for _ in 0..<4 {
            group.addTask {
              let told = try await levels(ledger, on: "2025-02-10")
              let level = try #require(told.first.flatMap { Int($0.dropFirst()) }, "\(told)")
              #expect(level >= number)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await levels(ledger, on: "2025-02-10") == ["a20", "b"])
    }
  }
}
