package import Logging
import ServiceLifecycle
import Synchronization

/// A bounded number of connections, lent in the order in which they are asked for.
///
/// Connections are opened when they are needed, so that it serves before `run()` is called; `run()`
/// closes it at the end. A broken connection is thrown away, and a new one opened with backoff.
package final class Pool: Service {
  private let options: ConnectionOptions
  private let acquireTimeout: Duration
  private let logger: Logger
  private let state: Mutex<PoolState>

  package init(
    options: ConnectionOptions, size: Int = 8, acquireTimeout: Duration = .seconds(5),
    logger: Logger
  ) {
    self.options = options
    self.acquireTimeout = acquireTimeout
    self.logger = logger
    state = Mutex(PoolState(size: size))
  }

  package func run() async throws {
    try? await gracefulShutdown()  // cancellation ends the pool as well
    await close()
  }

  /// Refuses new borrowers and closes what is idle; what is lent closes on its return.
  package func close() async {
    let (idle, waiters) = state.withLock { $0.close() }
    for waiter in waiters { waiter.resume(throwing: PostgresError.unavailable) }
    for connection in idle { await connection.close() }
  }

  /// Lends a connection. Throws `poolExhausted` if none becomes free in time.
  package func withConnection<Result: Sendable>(
    _ body: @Sendable (Connection) async throws -> Result
  ) async throws -> Result {
    let connection = try await acquire()
    do {
      let result = try await connection.lend(body)
      await giveBack(connection)
      return result
    } catch {
      await giveBack(connection)
      throw error
    }
  }

  /// Lends a connection within a transaction.
  package func withTransaction<Result: Sendable>(
    _ options: TransactionOptions = TransactionOptions(),
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    try await withConnection { connection in try await connection.transaction(options, body) }
  }

  private func acquire() async throws -> Connection {
    switch state.withLock({ $0.take() }) {
    case .idle(let connection): return connection
    case .open: return try await open()
    case .wait(let id): return try await wait(id)
    case .closed: throw PostgresError.unavailable
    }
  }

  private func wait(_ id: PoolState.WaiterID) async throws -> Connection {
    let timer = Task {
      try await Task.sleep(for: acquireTimeout)
      give(up: id, PostgresError.poolExhausted)
    }
    defer { timer.cancel() }
    let turn = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let failure = state.withLock({ $0.enlist(id, continuation) }) {
          continuation.resume(throwing: failure)
        }
      }
    } onCancel: {
      give(up: id, CancellationError())
    }
    switch turn {
    case .connection(let connection): return connection
    case .permission: return try await open()
    }
  }

  private func give(up id: PoolState.WaiterID, _ error: any Error) {
    state.withLock { $0.remove(id, error) }?.resume(throwing: error)
  }

  private func open() async throws -> Connection {
    do {
      try await Task.sleep(for: state.withLock { $0.pauseBeforeOpening })
      let connection = try await Connection.open(options)
      state.withLock { $0.opened() }
      return connection
    } catch {
      logger.warning("a database connection could not be opened")
      state.withLock { $0.failedToOpen() }?.resume(returning: .permission)
      throw error
    }
  }

  private func giveBack(_ connection: Connection) async {
    let isUsable = await connection.isUsable
    let next = state.withLock { $0.give(back: connection, isUsable: isUsable) }
    switch next {
    case .resume(let waiter, let turn): waiter.resume(returning: turn)
    case .keep: break
    case .discard: break
    }
    if !isUsable || next.isDiscard { await connection.close() }
  }
}
