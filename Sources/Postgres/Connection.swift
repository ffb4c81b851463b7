import CLibPQ

/// One session with the database, on a thread of its own.
///
/// Statements are prepared once and exchanged in binary. Whoever holds the connection isolated runs
/// statements without suspension.
package actor Connection {
  private let executor = ThreadExecutor(name: "postgres")
  private let options: ConnectionOptions
  private var session: Session?
  private var prepared: Set<Statement> = []
  let canceller = Canceller()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private init(_ options: ConnectionOptions) {
    self.options = options
  }

  deinit { executor.finish() }

  /// Opens a session; throws `unavailable` where the server cannot be reached.
  package static func open(
    _ options: ConnectionOptions
  ) async throws(PostgresError) -> Connection {
    let connection = Connection(options)
    try await connection.connect()
    return connection
  }

  package func close() {
    canceller.attach(nil)
    session = nil
  }

  /// Whether another statement can be sent.
  package var isUsable: Bool {
    guard let session, !canceller.wasSent else { return false }
    return session.isAlive && PQtransactionStatus(session.pointer) == PQTRANS_IDLE
  }

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
    try canceller.run { () throws(PostgresError) in
      try prepare(statement, parameters)
      let binding = Binding(parameters)
      return Rows(
        try check { session in
          binding.withPointers { count, values, lengths, formats in
            PQexecPrepared(session, statement.name, count, values, lengths, formats, 1)
          }
        })
    }
  }

  /// Runs several statements in one text, without parameters, as migrations do.
  package func script(_ sql: String) throws(PostgresError) {
    _ = try canceller.run { () throws(PostgresError) in
      try check { session in PQexec(session, sql) }
    }
  }

  /// Has the server read a statement without running it.
  package func prepare(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?] = []
  ) throws(PostgresError) {
    guard !prepared.contains(statement) else { return }
    let types = parameters.map { value in value.map { type(of: $0).typeOID } ?? 0 }
    _ = try check { session in
      PQprepare(session, statement.name, statement.sql, Int32(types.count), types)
    }
    prepared.insert(statement)
  }

  private func connect() throws(PostgresError) {
    let keywords = options.keywords
    let session = withCStrings(keywords.map(\.0)) { names in
      withCStrings(keywords.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let session = session.map(Session.init), session.isAlive else { throw .unavailable }
    PQsetNoticeProcessor(session.pointer, { _, _ in }, nil)
    self.session = session
    canceller.attach(session.pointer)
    guard let timeout = options.statementTimeout else { return }
    let milliseconds =
      timeout.components.seconds * 1_000
      + timeout.components.attoseconds / 1_000_000_000_000_000
    try script("set statement_timeout = \(milliseconds)")
  }

  private func check(
    _ call: (OpaquePointer) -> OpaquePointer?
  ) throws(PostgresError) -> ResultHandle {
    guard let session else { throw .connectionLost }
    guard let pointer = call(session.pointer) else { throw .connectionLost }
    let result = ResultHandle(pointer)
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return result
    default: throw failure(result.serverError, session)
    }
  }

  private func failure(_ error: ServerError, _ session: Session) -> PostgresError {
    if error.sqlState == .queryCanceled, canceller.wasSent { return .cancelled }
    let isLost = !session.isAlive || error.sqlState.endsConnection
    return isLost ? .connectionLost : .server(error)
  }
}

/// Owns a `PGconn`; only its connection's thread uses it, until nobody does.
private final class Session: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { PQfinish(pointer) }

  var isAlive: Bool { PQstatus(pointer) == CONNECTION_OK }
}

/// Lends an array of C strings that ends with null.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { Array($0.utf8CString) }
  let flat = copies.flatMap(\.self)
  var offset = 0
  let offsets = copies.map { copy in
    defer { offset += copy.count }
    return offset
  }
  return flat.withUnsafeBufferPointer { buffer in
    let pointers = offsets.map { buffer.baseAddress?.advanced(by: $0) } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
