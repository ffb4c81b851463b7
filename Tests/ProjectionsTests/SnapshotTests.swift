import EventStore
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// Reads that a projector overtakes between two of their queries.
struct SnapshotTests {
  private static let months = ["2026-03-01", "2026-04-01", "2026-05-01"].map(Instant.init(day:))

  private func month(_ number: Int, of chain: OriginalTransactionID) -> [LedgerEvent] {
    let (from, to) = (Self.months[number], Self.months[number + 1])
    return [
      .chain(
        .transactionObserved(
          .subscription(
            TransactionID("\(chain.rawValue)\(number)"), chain: chain, from: from, to: to)))
    ]
  }

  private func claimed(_ chain: OriginalTransactionID, by account: AccountID) -> [LedgerEvent] {
    let (chain, account) = (ChainID(.production, chain), TestLedger.account(account))
    return [
      .chain(
        .chainOwned(
          ChainOwned(
            chain: chain, account: account,
            decidedAt: TestLedger.now))),
      .account(
        .chainClaimed(
          ChainClaimed(
            chain: chain, account: account,
            claimedAt: TestLedger.now))),
    ]
  }

  @Test func `a chain and its transactions are of one moment`() async throws {
    try await TestLedger.with { ledger in
      let chain = ChainID(.production, "2000")
      let read = { @Sendable in try await ledger.reader.chains.purchase(chain)?.value }
      try await ledger.record(month(0, of: "2000"))
      try await ledger.project()
      let early = try await read()
      try await ledger.keepRows(as: "early")
      try await ledger.record(month(1, of: "2000") + claimed("2000", by: "anna"))
      try await ledger.project()
      let late = try await read()
      #expect(early?.transactions.count == 1 && late?.transactions.count == 2)

      let overtaken = try await ledger.read(overtakenAt: "chain_transaction", read)
      #expect(overtaken == early)
      #expect(try await read() == late)
    }
  }

  @Test func `an account's names, chains and position are of one moment`() async throws {
    try await TestLedger.with { ledger in
      let anna = ledger.account("anna")
      let read = { @Sendable in
        try await ledger.reader.chains.chains(of: anna, knownAt: nil).value.map(\.chain)
      }
      try await ledger.record(month(0, of: "2000") + claimed("2000", by: "anna"))
      try await ledger.project()
      try await ledger.keepRows(as: "early")
      try await ledger.record(month(0, of: "3000") + claimed("3000", by: "anna"))
      try await ledger.project()
      #expect(try await read().count == 2)

      let overtaken = try await ledger.read(overtakenAt: "account_chain", read)
      #expect(overtaken == [ChainID(.production, "2000")])
      #expect(try await read().count == 2)
    }
  }
}

extension TestLedger {
  private static let projected = [
    "chain", "chain_transaction", "account_chain", "account_naming", "account_promotion",
  ]

  fileprivate static func account(_ account: AccountID) -> AccountReference {
    AccountReference(.production, bundleID, account)
  }

  /// Copies the rows of the chains' projection to tables with a prefix.
  fileprivate func keepRows(as prefix: String) async throws {
    try await owner.withConnection { connection in
      for table in Self.projected {
        try await connection.script("create table \(prefix)_\(table) as table \(table)")
      }
    }
  }

  /// Starts a read by the early rows, stops the read at a table, puts the late rows in the place of
  /// the early ones in one commit, and returns the result of the read.
  fileprivate func read<Result: Sendable>(
    overtakenAt table: String, _ read: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await keepRows(as: "late")
    try await owner.withTransaction { connection in
      for row in Self.projected { try connection.replaceRows(of: row, by: "early") }
    }
    _ = try await read()  // the statements are prepared now, so that only their execution waits
    let task = try await owner.withTransaction { connection in
      try connection.script("lock table \(table) in access exclusive mode")
      let task = Task { try await read() }
      while try await waitingCount() == 0 {}
      for row in Self.projected { try connection.replaceRows(of: row, by: "late") }
      return task
    }
    return try await task.value
  }

  /// Returns the number of sessions that wait for a table.
  private func waitingCount() async throws -> Int64 {
    try await pool.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select count(*) from pg_locks
            where locktype = 'relation' and not granted
              and database = (select oid from pg_database where datname = current_database())
            """))[0].decode()
    }
  }
}

extension Connection {
  fileprivate func replaceRows(of table: String, by prefix: String) throws {
    try script("delete from \(table); insert into \(table) table \(prefix)_\(table)")
  }
}
