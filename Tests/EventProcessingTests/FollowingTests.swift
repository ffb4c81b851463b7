import EventProcessing
import EventStore
import Ledger
import Logging
import Postgres
import Projections
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct FollowingTests {
  /// Runs processors around `body` and ends them afterwards.
  private func running(
    _ processors: EventProcessor..., body: @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for processor in processors { group.addTask { try await processor.run() } }
      try await body()
      group.cancelAll()
    }
  }

  private func processor(
    _ ledger: TestLedger, listener: Listener? = nil, poll: Duration = .seconds(3_600)
  ) -> EventProcessor {
    EventProcessor(
      [ProjectionConsumer(ledger.log)], log: ledger.log, pool: ledger.pool,
      logger: Logger(label: "test"), listener: listener, pollInterval: poll)
  }

  private func wait(for position: Position, _ ledger: TestLedger) async throws {
    try await ledger.reader.positions.wait(for: position, within: .seconds(240))
  }

  @Test func `goes on in the other lanes while one is blocked`() async throws {
    try await TestLedger.with { ledger in
      let (blocked, free) = ledger.chainsApart
      try await ledger.record(["1"], chain: blocked)
      try await ledger.project()
      try await running(processor(ledger, poll: .milliseconds(1))) {
        let held = try await ledger.pool.withTransaction { connection in
          try connection.query(
            Statement(unsafeSQL: "select from chain where lane = $1::smallint for update"),
            ledger.lane(of: blocked))
          let held = try await ledger.record(["2"], chain: blocked)
          try await wait(for: ledger.record(["3"], chain: free), ledger)
          #expect(try await !ledger.reader.positions.reached().covers(held))
          return held
        }
        try await wait(for: held, ledger)
      }
    }
  }

  @Test func `is woken by the append's hint, without any poll`() async throws {
    try await TestLedger.with { ledger in
      let name: String = try await ledger.pool.withConnection {
        try await $0.query(Statement(unsafeSQL: "select current_database()::text"))[0].decode()
      }
      let listener = Listener(
        options: try await TestServer.options().database(name), channel: EventLog.channel,
        logger: Logger(label: "test"))
      try await running(processor(ledger, listener: listener)) {
        try await untilListening(ledger)
        for number in 1...5 {
          let position = try await ledger.record([TransactionID("\(number)")], chain: "1000")
          try await wait(for: position, ledger)
        }
      }
    }
  }

  @Test func `finds by polling what no hint announced`() async throws {
    try await TestLedger.with { ledger in
      try await running(processor(ledger, poll: .milliseconds(1))) {
        for number in 1...5 {
          let position = try await ledger.record([TransactionID("\(number)")], chain: "1000")
          try await wait(for: position, ledger)
        }
      }
    }
  }

  @Test func `does batch after batch without waiting in between`() async throws {
    try await TestLedger.with { ledger in
      var end = Position()
      for chain in 5_000..<5_180 {
        let ids = (0..<50).map { TransactionID("\(chain)-\($0)") }
        let position = try await ledger.record(ids, chain: OriginalTransactionID("\(chain)"))
        for lane in position.lanes { end.reach(EventID(lane: lane.key, position: lane.value)) }
      }
      let last = end
      #expect(last.lanes.values.contains { $0 > 2 * EventProcessor.pageMax })
      try await running(processor(ledger)) { try await wait(for: last, ledger) }
      #expect(try await ledger.count("select count(*) from chain_transaction") == 9_000)
    }
  }

  @Test func `shares its lanes with another`() async throws {
    try await TestLedger.with { ledger in
      let chains = (1000..<1020).map { OriginalTransactionID("\($0)") }
      try await running(
        processor(ledger, poll: .milliseconds(1)), processor(ledger, poll: .milliseconds(1))
      ) {
        var last = Position()
        for transaction in ["1", "2", "3"] {
          for chain in chains {
            let id = TransactionID("\(chain.rawValue)-\(transaction)")
            for lane in try await ledger.record([id], chain: chain).lanes {
              last.reach(EventID(lane: lane.key, position: lane.value))
            }
          }
        }
        try await wait(for: last, ledger)
      }
      for chain in chains { #expect(try await ledger.projected(chain).count == 3) }
      let lag = try await ledger.projector.lag()
      #expect((lag.events, lag.deadLetters) == (0, 0))
    }
  }

  @Test func `tries dead letters again when it starts`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: "type = 99")
      try await ledger.project()
      try await ledger.mend(poison, changing: "transaction_id = 'mended'")
      try await running(processor(ledger)) {
        while try await ledger.projector.lag().deadLetters > 0 { await Task.yield() }
      }
      #expect(try await ledger.projected("1000") == ["1", "mended"])
    }
  }

  /// Its remembered checkpoint is beyond the end of the lane, which may not grow past it for long.
  @Test(arguments: [true, false])
  func `goes on where a database without the last commits took the place of its own`(
    areOwnCommits: Bool
  ) async throws {
    try await TestLedger.withStandby { ledger, standby in
      let other = try await EventLog(ledger.pool, keyring: ledger.keyring)
      try await running(processor(ledger, poll: .milliseconds(1))) {
        try await wait(for: ledger.record(["1"], chain: "1000"), ledger)
        try await standby.stopHearing()
        let lost = try await ledger.record(
          ["2", "3", "4"], chain: "1000", by: areOwnCommits ? ledger.log : other)
        try await wait(for: lost, ledger)
        try await standby.takeOver()
        try await wait(for: ledger.record(["5"], chain: "1000"), ledger)
      }
      #expect(try await ledger.projected("1000") == ["1", "5"])
    }
  }

  @Test func `survives its sessions and goes on`() async throws {
    try await TestLedger.with { ledger in
      try await running(processor(ledger, poll: .milliseconds(1))) {
        for number in 1...3 {
          try await ledger.owner.withConnection {
            _ = try await $0.query(
              Statement(
                unsafeSQL: """
                  select pg_terminate_backend(pid, 60000) from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid()
                  """))
          }
          let position = try await ledger.record([TransactionID("\(number)")], chain: "1000")
          try await wait(for: position, ledger)
        }
      }
    }
  }

  @Test func `wakes a reader that shares its progress`() async throws {
    try await TestLedger.with { ledger in
      let progress = ConsumerProgress()
      let reader = Reader(pool: ledger.pool, log: ledger.log, progress: progress)
      let processor = EventProcessor(
        [ProjectionConsumer(ledger.log, progress: progress)], log: ledger.log, pool: ledger.pool,
        logger: Logger(label: "test"))
      let position = try await ledger.record(["1"], chain: "1000")
      async let waiting: Void = reader.positions.wait(for: position, within: .seconds(240))
      try await processor.runOnce()
      try await waiting
      try await reader.positions.wait(for: position, within: .zero)
    }
  }

  /// Returns once a projector listens; before that a hint may be lost.
  private func untilListening(_ ledger: TestLedger) async throws {
    let listening = Statement(
      unsafeSQL: """
        select count(*) from pg_stat_activity
        where datname = current_database() and state = 'idle' and query = $1::text
        """)
    while try await ledger.owner.withConnection({
      try await $0.query(listening, "listen \(EventLog.channel)")[0].decode(Int64.self)
    }) == 0 {}
  }
}
