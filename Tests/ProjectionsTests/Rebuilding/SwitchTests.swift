import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres
import Projections
import Synchronization
import TestSupport
import Testing

struct SwitchTests {
  /// A reader who waits longer for the lock is ended by the server, whose clock counts no other work
  /// of this machine.
  private static let patience: Duration = .seconds(5)

  @Test func `waits for a long reader, and readers never wait long for it`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 20, from: 0)
      try await ledger.project()
      let attempts = Mutex(0)
      var rebuild = ledger.rebuild()
      rebuild.onProgress = { progress in attempts.withLock { $0 = max($0, progress.attempts) } }
      let read = Statement(unsafeSQL: "select count(*) from tenure_chain")
      let limit = Statement(
        unsafeSQL: "set local lock_timeout = '\(Self.patience.components.seconds)s'")
      let switching = try await ledger.owner.withTransaction { [rebuild] connection in
        try connection.query(read)
        let switching = Task { _ = try await rebuild.run() }
        let deadline = ContinuousClock.now + .seconds(120)
        while attempts.withLock(\.self) < 3, .now < deadline {
          try await ledger.pool.withTransaction { reader in
            try reader.query(limit)
            try reader.query(read)
          }
          try await Task.sleep(for: .milliseconds(1))
        }
        return switching
      }
      try await switching.value
      #expect(attempts.withLock(\.self) >= 3)
      #expect(try await ledger.generations().contains("tenure 1 live"))
    }
  }

  @Test func `is rolled back after the previous generation has read what it missed`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.liveLong(seed: 4)
      _ = try await ledger.rebuild().run()
      try await ledger.recordYears(of: 10, from: 0)
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      try await ledger.rebuild().rollBack()
      #expect(try await ledger.projectedRows() == rows)
      #expect(
        try await ledger.generations().filter { $0.hasPrefix("chains") }
          == ["chains 0 live", "chains 1 previous"])
      try await ledger.recordYears(of: 10, from: 100)
      try await ledger.project()
      try await ledger.verifyReplays()
      try await ledger.rebuild().rollBack()
      try await ledger.verifyReplays()
      #expect(try await ledger.generations().contains("chains 1 live"))
    }
  }

  @Test func `is not rolled back to other rules, nor gone on with under others`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 5, from: 0)
      try await ledger.project()
      await #expect(throws: RebuildError.noPrevious) { try await ledger.rebuild().rollBack() }
      _ = try await ledger.rebuild().run()
      _ = try await ledger.texts(
        "update projection_generation set rules = 2 where place = 'previous' returning projection")
      await #expect(throws: RebuildError.previousByRules(2)) {
        try await ledger.rebuild().rollBack()
      }
      var waiting = ledger.rebuild()
      waiting.switches = false
      _ = try await waiting.run()
      _ = try await ledger.texts(
        "update projection_generation set rules = 2 where place = 'next' returning projection")
      await #expect(throws: RebuildError.begunByRules(2)) { try await ledger.rebuild().run() }
    }
  }

  @Test func `is refused beforehand where the disk would not hold two generations`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 5, from: 0)
      try await ledger.project()
      var rebuild = ledger.rebuild()
      rebuild.free = { _ in 1_000 }
      do {
        _ = try await rebuild.run()
        Issue.record("it was built")
      } catch RebuildError.noSpace(let needed, let free, _) {
        #expect(needed > free)
      }
      #expect(try await RebuildStatus.read(in: ledger.pool).progress == nil)
    }
  }

  @Test func `ends when the disk is full, leaves what is read as it was, and goes on`() async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.recordYears(of: 5, from: 0)
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      let names = ProjectionName.allCases.map(\.rawValue).joined(separator: ",")
      try await ledger.script(
        """
        select begin_generation('{\(names)}', \(RulesChanged.present));
        create function refuse_row() returns trigger language plpgsql as $$
          begin raise exception 'could not extend a file' using errcode = 'disk_full'; end $$;
        create trigger full_disk before insert on projection_next.service_period
          execute function refuse_row();
        """)
      await #expect(throws: RebuildError.diskFull) { try await ledger.rebuild().run() }
      #expect(RebuildError.diskFull.description.contains("make room"))
      #expect(try await ledger.projectedRows() == rows)
      try await ledger.script("drop trigger full_disk on projection_next.service_period")
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
    }
  }

  @Test func `keeps dead letters of the generation that is read`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: "type = 99")
      try await ledger.record(["2"], chain: "1000")
      try await ledger.project()
      let rows = try await ledger.projectedRows()
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it differs")
        return
      }
      #expect(try await ledger.projectedRows() == rows)
      for name in ProjectionName.allCases {
        let parked = try await ledger.projection(name).deadLetters(lane: poison.lane, limit: 10)
        #expect(parked.map(\.id) == [poison])
      }
      try await ledger.mend(poison, changing: "transaction_id = 'mended'")
      #expect(try await ledger.projector.retryDeadLetters() == 1)
      #expect(try await ledger.projected("1000") == ["1", "2", "mended"])
    }
  }

  @Test func `dead-letters an event that a fold cannot take, and builds its neighbors`()
    async throws
  {
    try await TestLedger.with { ledger in
      let all = (1...40).map { TransactionID("\($0)") }
      try await ledger.record(all, chain: "1000")
      try await ledger.project()
      try await ledger.script(
        """
        alter table chain_transaction
          add constraint poison check (transaction_id not in ('7', '8', '40')) not valid
        """)
      var rebuild = ledger.rebuild()
      rebuild.author = "jo"
      _ = try await rebuild.run()
      #expect(try await ledger.projected("1000") == Set(all).subtracting(["7", "8", "40"]))
      let parked = try await ledger.projector.deadLetters(lane: ledger.lane(of: "1000"), limit: 10)
      #expect(parked.map(\.id.position) == [7, 8, 40])
    }
  }

  @Test func `builds what was never read, which no live consumer reads page by page`() async throws
  {
    try await TestLedger.with(lanes: 1) { ledger in
      try await ledger.recordYears(of: 900, from: 0)
      try await ledger.project()
      #expect(try await ledger.count("select count(*) from tenure_chain") == 0)
      #expect(try await !LiveProjections(pool: ledger.pool, log: ledger.log).isBuilt())
      await #expect(throws: RebuildError.neverBuilt) {
        try await ledger.rebuild([.tenure]).run()
      }
      guard case .switched = try await ledger.rebuild().run() else {
        Issue.record("it was not switched")
        return
      }
      #expect(try await ledger.count("select count(*) from tenure_chain") == 900)
      try await ledger.recordYears(of: 1, from: 1_000)
      try await ledger.project()
      #expect(try await ledger.count("select count(*) from tenure_chain") == 901)
    }
  }

  @Test func `moves tables of projections and no other`() async throws {
    try await TestLedger.with { ledger in
      for statement in [
        "select begin_generation('{event}', 1)", "select drop_generation('live')",
        "select switch_generation('next', 50, null)",
        "select switch_generation('public', 50, null)",
        "drop table chain", "alter table chain set schema projection_next",
        "insert into projection_generation values ('chains', 9, 'live')",
      ] {
        await #expect(throws: PostgresError.self) {
          try await ledger.pool.withConnection { try await $0.script(statement) }
        }
      }
    }
  }

  @Test func `knows the tables that consumers declare`() async throws {
    try await TestLedger.with { ledger in
      for name in ProjectionName.allCases {
        let known = try await ledger.texts("select projection_tables('\(name.rawValue)')::text")
        #expect(Set(known) == Set(name.tables))
      }
      #expect(
        Set(ProjectionName.allCases.flatMap(\.tables)) == Set(ProjectionConsumer.tables))
    }
  }
}
