import CLibPQ

/// One session with the database, on a thread of its own.
///
/// Statements are prepared once, and values are exchanged in binary form. Code that is isolated to
/// the connection runs statements without suspension.
package actor Connection {
  private let executor = ThreadExecutor(name: "postgres")
  private nonisolated let canceller: Canceller
  private var link: SessionLink
  private var prepared = PreparedStatements()
  /// The calls that are sent together with the next statement.
  private var posted: [PreparedCall] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private init(_ options: ConnectionOptions) {
    link = SessionLink(options, on: executor)
    canceller = link.canceller
  }

  deinit { executor.finish(releasing: link.session) }

  /// Opens a session; throws `refused` if the server cannot be reached.
  package static func open(
    _ options: ConnectionOptions
  ) async throws(PostgresError) -> Connection {
    let connection = Connection(options)
    try await connection.connect()
    return connection
  }

  private func connect() throws(PostgresError) {
    try link.open()
  }

  /// Runs inspections of the new session; closes it if one of them throws.
  func inspect(by inspections: [SessionInspection]) throws {
    do {
      for inspection in inspections { try inspection(self) }
    } catch {
      close()
      throw error
    }
  }

  package func close() {
    link.close()
  }

  /// Passes the connection to the body, and cancels the running statement when the task is
  /// canceled.
  package nonisolated func lend<Result: Sendable>(
    _ body: @Sendable (Connection) async throws -> Result
  ) async throws -> Result {
    canceller.renew()
    return try await withTaskCancellationHandler {
      try await body(self)
    } onCancel: {
      canceller.cancel()
    }
  }

  /// Runs the body in a transaction that commits if the body returns and rolls back if the body
  /// throws. The transaction begins on the server with its first statement.
  ///
  /// If the body swallowed the failure of a statement, nothing is committed and
  /// `inFailedTransaction` is thrown. A `connectionLost` of the commit leaves its outcome unknown.
  package func transaction<Result: Sendable>(
    _ options: TransactionOptions = TransactionOptions(),
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    link.isReadOnly = options.isReadOnly
    defer { link.isReadOnly = false }
    return try await Transaction(options).run(on: self, body)
  }

  /// Runs calls in a transaction of their own, all in one round trip, and returns their results. No
  /// lock is held longer than the calls take.
  package func transaction(
    _ options: TransactionOptions = TransactionOptions(), of calls: [Call]
  ) throws(PostgresError) -> [Rows] {
    try Transaction(options).run(calls, on: self)
  }

  /// Runs the last calls of a transaction and commits it, in one round trip. The body of the
  /// transaction runs nothing afterwards.
  package func queryAndCommit(_ calls: [Call]) throws(PostgresError) -> [Rows] {
    try Transaction.commit(after: calls, on: self)
  }

  /// True if another statement can be sent.
  package var isUsable: Bool { link.isUsable }
  var isInTransaction: Bool { link.isInTransaction }

  @discardableResult
  package func query(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) throws(PostgresError) -> Rows {
    try query(statement, parameters)
  }

  /// Runs a statement with its parameters in order.
  @discardableResult
  package func query(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?]
  ) throws(PostgresError) -> Rows {
    try query([Call(statement, parameters: parameters)])[0]
  }

  /// Runs several statements in order in one round trip. Statements after a failed one do not run.
  /// Outside a transaction all of them form one.
  package func query(_ calls: [Call]) throws(PostgresError) -> [Rows] {
    try canceller.run { () throws(PostgresError) in
      do throws(PostgresError) {
        return try execute(calls)
      } catch .server(let error) where error.sqlState.meansStaleStatement {
        try deallocate(calls.flatMap { prepared.remove($0.statement) })
        guard !isInTransaction else { throw .server(error) }
        return try execute(calls)
      }
    }
  }

  /// Queues a statement whose result is not needed. The statement is sent with the next query, at
  /// the latest with the commit; if the posted statement fails, that query or commit fails. Only
  /// within a transaction.
  package func post(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) throws(PostgresError) {
    try post(Call(statement, parameters: parameters))
  }

  package func post(_ call: Call) throws(PostgresError) {
    posted.append(try prepare(call))
  }

  /// True if posted calls were not sent yet.
  var hasPosted: Bool { !posted.isEmpty }

  /// Drops the posted calls that were not sent.
  package func withdraw() {
    posted = []
  }

  /// Runs the statements of one text, without parameters, as migrations do.
  package func script(_ sql: String) throws(PostgresError) {
    _ = try canceller.run { () throws(PostgresError) in
      try flush()
      return try link.check { session in PQexec(session, sql) }
    }
  }

  /// Ends a transaction even if the task was canceled; returns the server's command tag, such as
  /// `COMMIT` or `ROLLBACK`.
  func end(_ command: Statement) throws(PostgresError) -> String {
    let result: ResultHandle
    if posted.isEmpty {
      result = try link.check { session in PQexec(session, command.sql) }
    } else {
      let call = try prepare(Call(command))
      result = try canceller.run { () throws(PostgresError) in try send([call])[0] }
    }
    return String(cString: PQcmdStatus(result.pointer))
  }

  /// Prepares a statement without running it; returns its name in this session. Posted calls are
  /// sent before a statement that is new to the session, so that its failure fails the transaction.
  @discardableResult
  package func prepare(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?] = []
  ) throws(PostgresError) -> String {
    let types = parameters.map { value in value.map { type(of: $0).typeOID } ?? 0 }
    if let name = prepared.find(statement, types: types) { return name }
    try flush()
    try deallocate(prepared.evict())
    let name = prepared.newName()
    _ = try link.check { session in
      PQprepare(session, name, statement.sql, Int32(types.count), types)
    }
    let settled = try link.check { session in PQdescribePrepared(session, name) }
    prepared.insert(statement, name: name, types: settled.parameterTypes)
    return name
  }

  private func execute(_ calls: [Call]) throws(PostgresError) -> [Rows] {
    var ready: [PreparedCall] = []
    for call in calls { ready.append(try prepare(call)) }
    return try send(ready).map(Rows.init)
  }

  private func prepare(_ call: Call) throws(PostgresError) -> PreparedCall {
    let name = try prepare(call.statement, call.parameters)
    return PreparedCall(statement: call.statement, name: name, binding: Binding(call.parameters))
  }

  private func flush() throws(PostgresError) {
    if !posted.isEmpty { _ = try send([]) }
  }

  /// Sends the posted calls and then these; returns the results of these.
  private func send(_ calls: [PreparedCall]) throws(PostgresError) -> [ResultHandle] {
    if posted.isEmpty, calls.count == 1 { return [try link.check(calls[0].run)] }
    let all = posted + calls
    posted = []
    let results = try link.results(of: all)
    for (call, result) in zip(all, results) where !result.isSuccess {
      let error = result.serverError
      if error.sqlState.meansStaleStatement { try deallocate(prepared.remove(call.statement)) }
      throw link.failure(error)
    }
    return Array(results.suffix(calls.count))
  }

  /// Deallocates prepared statements, but only outside a transaction: a failed one accepts no
  /// command. The names are never used again in any case.
  private func deallocate(_ names: [String]) throws(PostgresError) {
    guard !isInTransaction else { return }
    for name in names {
      do throws(PostgresError) {
        _ = try link.check { session in PQexec(session, "deallocate \(name)") }
      } catch .server(let error) where error.sqlState == .invalidStatementName {
        continue
      }
    }
  }
}
