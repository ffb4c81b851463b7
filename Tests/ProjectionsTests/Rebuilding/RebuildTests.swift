import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres
import Projections
import Synchronization
import TestSupport
import Testing

struct RebuildTests {
  private static let live0 = [
    "chains 0 live", "commission 0 live", "grants 0 live", "tenure 0 live",
  ]

  @Test(arguments: 1...6)
  func `gives the same rows, and the live projections go on from it`(seed: UInt64) async throws {
    try await TestLedger.with { ledger in
      try await ledger.liveLong(seed: seed)
      let rows = try await ledger.projectedRows()
      for (table, rows) in rows { #expect(!rows.isEmpty, "no rows of \(table)") }
      guard case .switched = try await ledger.rebuild().run() else {
        let differences = try await ledger.rebuild().check()
        Issue.record("differs: \(differences.tables) \(differences.chains)")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
      #expect(
        try await ledger.generations().filter { $0.hasPrefix("grants") }
          == ["grants 0 previous", "grants 1 live"])
      try await ledger.recordYears(of: 20, from: 0)
      try await ledger.project()
      try await ledger.verifyReplays()
      #expect(try await ledger.projector.lag().events == 0)
    }
  }

  @Test func `leaves tables, indexes and rights as they were`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 20, from: 0)
      try await ledger.project()
      let catalog = """
        select concat_ws(' ', c.relname, c.relkind, c.relacl, a.attname, a.attacl, a.attnotnull,
          format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid),
          pg_get_indexdef(c.oid), o.conname, pg_get_constraintdef(o.oid))
        from pg_class c
        left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        left join pg_constraint o on o.conrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') order by 1
        """
      let before = try await ledger.texts(catalog)
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(try await ledger.texts(catalog).difference(from: before).isEmpty)
      #expect(before.count > 200)
    }
  }

  @Test func `finds the chain whose row was damaged, with its events, and switches if told to`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 20, from: 0)
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      let damaged = try await ledger.texts(
        """
        with one as (select lane, stream, number from commission_line order by stream limit 1)
        update commission_line c set price = 1 from one
        where c.lane = one.lane and c.stream = one.stream and c.number = one.number
        returning c.stream::text
        """)
      guard case .ready(let found) = try await ledger.rebuild().run() else {
        Issue.record("it was switched")
        return
      }
      let differences = try #require(found)
      #expect(differences.tables.map(\.name) == ["commission_line"])
      #expect(differences.chains.map { $0.stream.uuidString.lowercased() } == damaged)
      #expect(differences.chains.first?.events.count == 12)
      #expect(try await ledger.projectedRows() != rows)

      var accepting = ledger.rebuild()
      accepting.author = "jo"
      guard case .switched = try await accepting.run() else {
        Issue.record("it was not switched")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
      #expect(
        try await RebuildStatus.read(in: ledger.pool).generations
          .filter { $0.place == .live }.map(\.acceptedBy) == ["jo", "jo", "jo", "jo"])
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `says that the live generation claims more than the log has, and mends it once set back`()
    async throws
  {
    try await TestLedger.with(lanes: 1) { ledger in
      try await ledger.recordYears(of: 3, from: 0)
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      let move = "update consumer_checkpoint set position = position"
      try await ledger.script("\(move) + 1000")
      var accepting = ledger.rebuild()
      accepting.author = "jo"
      await #expect(throws: RebuildError.liveBeyondLog(lane: 1)) { try await accepting.run() }
      try await ledger.script("\(move) - 1000 where generation = 0")
      guard case .switched = try await accepting.run() else {
        Issue.record("it was not switched")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
    }
  }

  @Test func `goes on where it was interrupted`() async throws {
    try await TestLedger.with(lanes: 1) { ledger in
      try await ledger.recordYears(of: 400, from: 0)
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      let canceled = await interrupt(ledger)
      #expect(canceled)
      let progress = try await progressAtRest(ledger)
      #expect(progress.phase == .reading)
      #expect(progress.total == 4_800)
      #expect((1..<4_800).contains(progress.events))

      let first = Mutex<Int64?>(nil)
      var resumed = ledger.rebuild()
      resumed.onProgress = { progress in first.withLock { $0 = $0 ?? progress.done } }
      guard case .switched = try await resumed.run() else {
        Issue.record("it differs")
        return
      }
      #expect(first.withLock(\.self) == progress.events)
      #expect(try await ledger.projectedRows() == rows)
    }
  }

  @Test func `finds every event that cannot be read, and leaves it out`() async throws {
    try await TestLedger.with(lanes: 1) { ledger in
      var unreadable: [Int64] = []
      for chain in (1_000..<1_006).map({ OriginalTransactionID("\($0)") }) {
        try await ledger.record([TransactionID("\(chain)-1")], chain: chain)
        unreadable.append(try await ledger.store(after: chain, changing: "type = 99").position)
        try await ledger.record([TransactionID("\(chain)-2")], chain: chain)
      }
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      try await ledger.script("delete from dead_letter")
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
      let found = try await ledger.projector.deadLetters(lane: 1, limit: 10)
      #expect(found.map(\.id.position) == unreadable)
      #expect(Set(found.map(\.reason)) == ["unknown type 99"])
    }
  }

  /// Returns the progress once the server has ended the session of the builder.
  private func progressAtRest(_ ledger: TestLedger) async throws -> RebuildStatus.Progress {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let progress = try #require(try await RebuildStatus.read(in: ledger.pool).progress)
      guard progress.isRunning else { return progress }
      try #require(ContinuousClock.now < deadline, "the builder still has its lock")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Cancels a rebuild after its first page. Returns true if it threw.
  private func interrupt(_ ledger: TestLedger) async -> Bool {
    let started = Mutex<Task<Void, any Error>?>(nil)
    let task = Task {
      while started.withLock({ $0 }) == nil { await Task.yield() }
      var rebuild = ledger.rebuild()
      rebuild.onProgress = { progress in
        if progress.done > 0 { started.withLock { $0 }?.cancel() }
      }
      _ = try await rebuild.run()
    }
    started.withLock { $0 = task }
    return await task.result.isFailure
  }

  @Test func `is refused while another one runs, and for other projections`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 5, from: 0)
      try await ledger.project()
      try await ledger.owner.withConnection { holder in
        let key = AdvisoryLock.projectionBuild.rawValue
        _ = try await holder.query(
          Statement(unsafeSQL: "select pg_advisory_lock($1::integer, 0)"), key)
        await #expect(throws: RebuildError.underWay) { try await ledger.rebuild().run() }
        await #expect(throws: RebuildError.underWay) { try await ledger.rebuild().rollBack() }
        _ = try await holder.query(
          Statement(unsafeSQL: "select pg_advisory_unlock($1::integer, 0)"), key)
      }
      var waiting = ledger.rebuild([.tenure])
      waiting.switches = false
      guard case .ready(let differences) = try await waiting.run() else {
        Issue.record("it was switched")
        return
      }
      #expect(differences?.isEmpty == true)
      await #expect(throws: RebuildError.begun([.tenure])) { try await ledger.rebuild().run() }
      #expect(try await ledger.generations() == Self.live0 + ["tenure 1 next"])
      #expect(try await ledger.rebuild().drop(.next) == 1)
      #expect(try await ledger.generations() == Self.live0)
      #expect(
        try await ledger.texts(
          "select relname::text from pg_class where relnamespace = 'projection_next'::regnamespace"
        ) == [])
    }
  }

  @Test func `of one projection leaves the others`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.liveLong(seed: 9)
      let rows = try await ledger.projectedRows()
      guard case .switched = try await ledger.rebuild([.commission]).run() else {
        Issue.record("it differs")
        return
      }
      #expect(
        try await ledger.generations() == [
          "chains 0 live", "commission 0 previous", "commission 1 live", "grants 0 live",
          "tenure 0 live",
        ])
      #expect(try await ledger.projectedRows() == rows)
      try await ledger.recordYears(of: 5, from: 0)
      try await ledger.project()
      try await ledger.rebuild().rollBack()
      #expect(try await ledger.generations().contains("commission 0 live"))
      try await ledger.verifyReplays()
    }
  }

  @Test func `takes in what is written meanwhile`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 50, from: 0)
      try await ledger.project()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 0..<30 {
            try await ledger.recordYears(of: 1, from: 1_000 + number)
            try await ledger.project()
          }
        }
        for _ in 0..<3 {
          guard case .switched = try await ledger.rebuild().run() else {
            Issue.record("it differs")
            return
          }
        }
        try await group.waitForAll()
      }
      try await ledger.project()
      try await ledger.verifyReplays()
      #expect(try await ledger.count("select count(distinct stream) from tenure_chain") == 80)
      #expect(try await ledger.generations().contains("tenure 3 live"))
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
