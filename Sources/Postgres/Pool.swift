package import Logging
import ServiceLifecycle
import Synchronization

/// An inspection of a session that was just opened. If it throws, nobody is lent the session.
package typealias SessionInspection = @Sendable (isolated Connection) throws -> Void

/// A bounded pool of connections, lent in the order of the requests.
///
/// Connections are opened on demand, so that the pool works before `run()` is called; `run()`
/// closes the pool at the end. A broken connection is discarded, and a new one is opened with
/// backoff.
package final class Pool: Service {
  private let options: ConnectionOptions
  private let acquireTimeout: Duration
  private let logger: Logger
  /// The log of outages, which the pools of a process share.
  package let outage: OutageLog
  /// The most connections that are lent at a time.
  package let size: Int
  private let state: Mutex<PoolState>
  private let inspections = Mutex<[SessionInspection]>([])
  /// The task that refuses waiters at their deadlines.
  private let deadlines = Mutex<Task<Void, Never>?>(nil)

  package init(
    options: ConnectionOptions, size: Int = 8, acquireTimeout: Duration = .seconds(5),
    pauseMax: Duration = .seconds(2), logger: Logger, outage: OutageLog? = nil
  ) {
    self.options = options
    self.acquireTimeout = acquireTimeout
    self.logger = logger
    self.outage = outage ?? OutageLog(logger: logger)
    self.size = size
    state = Mutex(PoolState(size: size, pauseMax: pauseMax))
  }

  /// Returns a separate pool for the same database with changed options.
  package func sibling(size: Int, _ change: (inout ConnectionOptions) -> Void) -> Pool {
    var changed = options
    change(&changed)
    return Pool(
      options: changed, size: size, acquireTimeout: acquireTimeout, logger: logger, outage: outage)
  }

  /// Returns a listener on a channel of the same database, over a session of its own.
  package func listener(on channel: String) -> Listener {
    Listener(options: options, channel: channel, logger: logger, outage: outage)
  }

  /// Inspects every session that is opened from now on, before it is lent.
  package func inspectNewSessions(by inspection: @escaping SessionInspection) {
    inspections.withLock { $0.append(inspection) }
  }

  /// The number of tasks that wait for a connection.
  package var waitingCount: Int { state.withLock { $0.waitingCount } }

  package func run() async throws {
    try? await gracefulShutdown()  // cancellation ends the pool as well
    await close()
  }

  /// Rejects new requests and closes idle connections; a lent connection closes on its return.
  package func close() async {
    let (idle, waiters) = state.withLock { $0.close() }
    for waiter in waiters { waiter.resume(throwing: PostgresError.unavailable) }
    deadlines.withLock { $0?.cancel() }
    for connection in idle { await connection.close() }
  }

  /// Lends a connection to the body. Throws `poolExhausted` if none becomes free in time.
  package func withConnection<Result: Sendable>(
    _ body: @Sendable (Connection) async throws -> Result
  ) async throws -> Result {
    let connection = try await acquire()
    do {
      let result = try await connection.lend(body)
      await giveBack(connection, isUsable: connection.isUsable)
      return result
    } catch {
      await giveBack(connection, isUsable: connection.isUsable)
      throw error
    }
  }

  /// Lends a connection to the body within a transaction.
  package func withTransaction<Result: Sendable>(
    _ options: TransactionOptions = TransactionOptions(),
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    try await withJob { connection in try await connection.transaction(options, body) }
  }

  /// Runs calls in a transaction of their own, in one round trip, and returns their results.
  package func transaction(_ options: TransactionOptions, of calls: [Call]) async throws -> [Rows] {
    try await withJob { connection in try connection.transaction(options, of: calls) }
  }

  /// Runs calls in one round trip and returns their results.
  package func query(_ calls: [Call]) async throws -> [Rows] {
    try await withJob { connection in try connection.query(calls) }
  }

  /// Lends a connection to a job.
  private func withJob<Result: Sendable>(
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    if case .connection(let connection) = try await turn() {
      if let done = try await connection.lend({ await ConnectionJob.run(body, on: $0) }) {
        return try await end(done, on: connection)
      }
      await connection.close()
    }
    let connection = try await open()
    guard let done = try await connection.lend({ await ConnectionJob.run(body, on: $0) }) else {
      await giveBack(connection, isUsable: false)
      throw PostgresError.connectionLost
    }
    return try await end(done, on: connection)
  }

  private func end<Result>(_ done: ConnectionJob<Result>, on connection: Connection)
    async throws
    -> Result
  {
    await giveBack(connection, isUsable: done.isUsable)
    return try done.result.get()
  }

  private func acquire() async throws -> Connection {
    guard case .connection(let connection) = try await turn() else { return try await open() }
    if await connection.isUsable { return connection }
    await connection.close()
    return try await open()
  }

  private func turn() async throws -> PoolState.Turn {
    switch state.withLock({ $0.take() }) {
    case .turn(let turn): turn
    case .wait: try await wait()
    case .closed: throw PostgresError.unavailable
    }
  }

  private func wait() async throws -> PoolState.Turn {
    let id = state.withLock { $0.newWaiterID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { self.enlist(id, $0) }
    } onCancel: {
      give(up: id, PostgresError.canceled)
    }
  }

  /// Enqueues a waiter. An earlier cancellation is detected here; a later one finds the waiter in
  /// the queue.
  private func enlist(_ id: PoolState.WaiterID, _ waiter: PoolState.Waiter) {
    let (isCancelled, isFirst) = state.withLock { state in
      guard !Task.isCancelled else { return (true, false) }
      switch state.enlist(id, waiter, until: .now + acquireTimeout) {
      case .turn(let turn): waiter.resume(returning: turn)
      case .closed: waiter.resume(throwing: PostgresError.unavailable)
      case .wait: break
      }
      return (false, state.startsKeepingDeadlines())
    }
    if isCancelled { waiter.resume(throwing: PostgresError.canceled) }
    if isFirst { keepDeadlines() }
  }

  /// Refuses waiters at their deadlines, by one task for all: one for each, with a timer of its own, would cost
  /// more than what most of them wait for.
  private func keepDeadlines() {
    let keeper = Task {
      while let deadline = state.withLock({ $0.nextDeadline() }) {
        try? await Task.sleep(until: deadline, clock: .continuous)  // cut short by the pool's end
        for waiter in state.withLock({ $0.removeOverdue(at: .now) }) {
          waiter.resume(throwing: PostgresError.poolExhausted)
        }
      }
    }
    deadlines.withLock { $0 = keeper }
  }

  private func give(up id: PoolState.WaiterID, _ error: any Error) {
    state.withLock { $0.remove(id) }?.resume(throwing: error)
  }

  private func open() async throws -> Connection {
    do {
      try await Task.sleep(for: state.withLock { $0.pauseBeforeOpening })
      let connection = try await Connection.open(options)
      try await connection.inspect(by: inspections.withLock(\.self))
      state.withLock { $0.opened() }
      outage.succeeded()
      return connection
    } catch {
      if !Task.isCancelled, !outage.failed("a new session", error),
        state.withLock({ $0.tells(error as? PostgresError) })
      {
        logger.warning("a database connection could not be opened: \(error)")
      }
      state.withLock { $0.failedToOpen() }?.resume(returning: .permission)
      throw error
    }
  }

  private func giveBack(_ connection: Connection, isUsable: Bool) async {
    let next = state.withLock { $0.give(back: connection, isUsable: isUsable) }
    switch next {
    case .resume(let waiter, let turn): waiter.resume(returning: turn)
    case .keep: break
    case .discard: break
    }
    if !isUsable || next.isDiscard { await connection.close() }
  }
}
