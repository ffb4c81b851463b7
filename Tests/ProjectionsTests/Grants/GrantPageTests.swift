import EventStore
import Ledger
import Projections
import TestSupport
import Testing

struct GrantPageTests {
  private func record(_ purchases: GemPurchase..., in ledger: TestLedger) async throws {
    try await ledger.record(purchases.flatMap { [$0.bought(), $0.granted(1, at: $0.boughtAt)] })
    try await ledger.project()
  }

  private func purchase(_ id: OriginalTransactionID, on day: String) -> GemPurchase {
    var gems = GemPurchase(TransactionID(id.rawValue))
    gems.boughtAt = Instant(day: day)
    return gems
  }

  /// Returns so many ids in the same lane as this one, itself first.
  private func neighbours(
    of id: OriginalTransactionID, _ count: Int, in ledger: TestLedger
  ) -> [OriginalTransactionID] {
    var ids = [id]
    var number = 0
    while ids.count < count {
      number += 1
      let next = OriginalTransactionID("\(id.rawValue)\(number)")
      if ledger.lane(of: next) == ledger.lane(of: id) { ids.append(next) }
    }
    return ids
  }

  @Test func `goes by when each was granted, over all lanes`() async throws {
    try await TestLedger.with { ledger in
      let (one, other) = ledger.chainsApart
      let (here, there) = (
        neighbours(of: one, 2, in: ledger), neighbours(of: other, 2, in: ledger)
      )
      try await record(
        purchase(here[0], on: "2026-05-01"), purchase(there[0], on: "2026-05-02"),
        purchase(here[1], on: "2026-05-03"), purchase(there[1], on: "2026-05-04"), in: ledger)
      let grants = try await ledger.reader.grants.page(GrantFilter(), limit: 10).value.grants
      #expect(
        grants.map(\.transactionID.rawValue)
          == [here[0], there[0], here[1], there[1]].map(\.rawValue))
    }
  }

  @Test(arguments: 1...7)
  func `shows each once, page by page, while others are recorded late`(limit: Int) async throws {
    try await TestLedger.with { ledger in
      let (one, other) = ledger.chainsApart
      let ids = neighbours(of: one, 6, in: ledger) + neighbours(of: other, 6, in: ledger)
      for id in ids.prefix(3) + ids.suffix(3) {
        try await record(purchase(id, on: "2026-05-10"), in: ledger)
      }
      var shown: [GrantID] = []
      var late = ids.dropFirst(3).dropLast(3)
      var next: Position? = Position()
      while let after = next {
        let page = try await ledger.reader.grants.page(GrantFilter(), after: after, limit: limit)
          .value
        #expect(page.grants.count <= limit)
        shown += page.grants.map(\.id)
        // The grant comes before all that were shown, by a clock that is behind.
        if let id = late.popFirst() { try await record(purchase(id, on: "2026-01-01"), in: ledger) }
        next = page.next
      }
      let known = try await ledger.reader.grants.page(GrantFilter(), limit: 100).value.grants.map(
        \.id)
      #expect(Set(shown).count == shown.count)
      let seen = try await ledger.reader.grants.page(
        GrantFilter(), after: Self.end(of: shown, ledger), limit: 100
      ).value.grants.map(\.id)
      #expect(Set(seen).isDisjoint(with: shown))
      #expect(Set(shown + seen) == Set(known))
    }
  }

  /// Returns the position at which a list goes on after these grants.
  private static func end(of shown: [GrantID], _ ledger: TestLedger) async throws -> Position {
    let all = try await ledger.reader.grants.page(GrantFilter(), limit: 100).value.grants
    return all.filter { shown.contains($0.id) }.reduce(into: Position()) { $0.reach($1.made) }
  }

  @Test func `leaves out what was not asked for`() async throws {
    try await TestLedger.with { ledger in
      let anna = try await ledger.known("anna").reference
      var tried = GemPurchase("2000")
      tried.environment = .sandbox
      var elsewhere = GemPurchase("3000")
      elsewhere.bundleID = "com.example.other"
      let (booked, gone) = (GemPurchase("4000"), GemPurchase("5000"))
      for gems in [GemPurchase("1000"), tried, elsewhere, booked, gone] {
        try await ledger.record([gems.bought(), gems.granted(1)])
      }
      try await ledger.record([
        GemPurchase("1000").owned(by: anna), booked.acknowledged(), gone.refunded(),
      ])
      try await ledger.project()
      func ids(_ filter: GrantFilter) async throws -> Set<String> {
        let grants = try await ledger.reader.grants.page(filter, limit: 10).value.grants
        return Set(grants.map(\.transactionID.rawValue))
      }
      #expect(try await ids(GrantFilter()).count == 5)
      #expect(try await ids(GrantFilter(state: .pending)) == ["1000", "2000", "3000"])
      #expect(try await ids(GrantFilter(state: .acknowledged)) == ["4000"])
      #expect(try await ids(GrantFilter(state: .revoked)) == ["5000"])
      #expect(try await ids(GrantFilter(accounts: [anna])) == ["1000"])
      #expect(try await ids(GrantFilter(accounts: [])) == [])
      #expect(try await ids(GrantFilter(environment: .sandbox)) == ["2000"])
      var filter = GrantFilter()
      filter.environments = [.sandbox, .production]
      #expect(try await ids(filter).count == 5)
      #expect(try await ids(GrantFilter(bundleID: "com.example.other")) == ["3000"])
      let one = try await ledger.reader.grants.grant(tried.grant(), GrantFilter()).value.grants
      #expect(one.map(\.transactionID) == ["2000"])
      for filter in [GrantFilter(environment: .production), GrantFilter(bundleID: "other")] {
        #expect(try await ledger.reader.grants.grant(tried.grant(), filter).value.grants == [])
      }
    }
  }
}
