import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Reads of more accounts than are in memory at once.
struct AccountQuestionTests {
  private static let count = 230
  private let day = Instant(day: "2025-01-15")

  private func name(_ number: Int) -> AccountID { AccountID("player-\(number)") }

  /// Records a month of each account; every fifth account has a second chain, every seventh none.
  private func sell(_ ledger: TestLedger) async throws {
    var events: [LedgerEvent] = []
    for number in 0..<Self.count where number % 7 != 0 {
      for chain in chains(of: number) {
        let (id, owner) = (ChainID(.production, chain), ledger.account(name(number)).reference)
        events += PaidMonths(chain).events(1)
        events.append(
          .chain(
            .chainOwned(
              ChainOwned(
                chain: id, account: owner, decidedAt: day))))
        events.append(
          .account(
            .chainClaimed(
              ChainClaimed(
                chain: id, account: owner, claimedAt: day))))
      }
    }
    try await ledger.record(events)
    try await ledger.project()
  }

  private func chains(of number: Int) -> [OriginalTransactionID] {
    guard number % 7 != 0 else { return [] }
    let first = OriginalTransactionID("\(5000 + number)")
    return number % 5 == 0 ? [first, OriginalTransactionID("\(7000 + number)")] : [first]
  }

  /// Twice: what is remembered of accounts makes the second round one of guesses.
  @Test func `accounts that are asked about at once have each their own answer`() async throws {
    try await TestLedger.with { ledger in
      try await sell(ledger)
      for _ in 1...2 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in Array(0..<Self.count) + [3, 3, 0] {
            group.addTask {
              let answer = try await ledger.reader.status.entitlements(
                of: ledger.account(name(number)), at: day)
              #expect(answer.value.map(\.chain.originalTransactionID) == chains(of: number))
            }
          }
          try await group.waitForAll()
        }
      }
    }
  }

  @Test func `accounts on several pages are answered in order, by the projection and by the log`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await sell(ledger)
      let known = try await ledger.log.cut().moment
      let numbers = (0..<Self.count).shuffled() + [3, 3, 0]
      let keys = numbers.map { ledger.account(name($0)) }
      let expected = numbers.map { chains(of: $0) }
      let now = try await ledger.reader.status.entitlements(of: keys, at: day)
      #expect(now.value.map { $0.map(\.chain.originalTransactionID) } == expected)
      #expect(now.position == (try await ledger.reader.positions.reached()))
      let past = try await ledger.reader.status.entitlements(of: keys, at: day, knownAt: known)
      #expect(past.value == now.value)
      #expect(past.position == now.position)
    }
  }

  @Test func `no accounts are no answers`() async throws {
    try await TestLedger.with { ledger in
      let none: [AccountKey] = []
      let now = try await ledger.reader.status.entitlements(of: none, at: day)
      #expect(now.value.isEmpty)
      #expect(now.position == (try await ledger.reader.positions.reached()))
    }
  }

  @Test func `a read of one session learns of a new catalog by that session`() async throws {
    try await TestLedger.with { ledger in
      try await sell(ledger)
      let log = try await EventLog(ledger.pool, keyring: ledger.keyring, lookupsMax: 1)
      let reader = Reader(pool: ledger.pool, log: log)
      let key = ledger.account(name(1))
      for level in 1...2 {
        let product = CatalogProduct(
          "com.example.month", type: .autoRenewable, subscriptionGroupID: "group", level: level)
        _ = try await ledger.intake.catalogs.publish(
          try Catalog([product]), of: TestLedger.bundleID, validFrom: Instant(day: "2025-01-01"))
        let levels = try await reader.status.entitlements(of: key, at: day).value.map(\.level)
        #expect(levels == [level])
      }
      await log.close()
    }
  }
}
