/// A database error, classified by the reaction that a caller has.
package enum PostgresError: Error, Sendable, Hashable {
  /// The server rejected a statement.
  case server(ServerError)
  /// The connection broke. The statement under way may or may not have taken effect.
  case connectionLost
  /// The server cannot be reached, and no cause is known.
  case unavailable
  /// No session was opened, for a reason that the server or the client library told.
  case refused(ConnectionRejection)
  /// A connection pooler gives the server process of the session to others, too.
  case sharedSession
  /// The session could not take its role.
  case role(RoleFault)
  /// The task was canceled.
  case canceled
  /// No connection became free in time.
  case poolExhausted
  /// A column does not hold a value of the requested type. The name is that of the query, nil if there is no such
  /// column.
  case decoding(column: Int, name: String? = nil, reason: String)

  /// True if the same operation may succeed a little later.
  package var isRetryable: Bool {
    switch self {
    case .connectionLost, .unavailable, .refused, .sharedSession, .poolExhausted: true
    case .server(let error): error.sqlState.isTransient
    case .canceled, .decoding, .role: false
    }
  }
}

/// An error that the server reported. The message is the primary one, for people. Details and hints
/// quote rows and are not kept. Neither is the message of a data exception (class 22), which quotes
/// the value.
package struct ServerError: Sendable, Hashable {
  package let sqlState: SQLState
  let message: String?

  init(sqlState: SQLState, message: String?) {
    self.sqlState = sqlState
    self.message = sqlState.rawValue.hasPrefix("22") ? nil : message
  }
}

/// The five-character code by which PostgreSQL names an error.
package struct SQLState: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let uniqueViolation = SQLState(rawValue: "23505")
  package static let serializationFailure = SQLState(rawValue: "40001")
  package static let lockNotAvailable = SQLState(rawValue: "55P03")
  package static let diskFull = SQLState(rawValue: "53100")
  package static let queryCanceled = SQLState(rawValue: "57014")
  package static let adminShutdown = SQLState(rawValue: "57P01")
  package static let readOnlyTransaction = SQLState(rawValue: "25006")
  package static let inFailedTransaction = SQLState(rawValue: "25P02")
  package static let insufficientPrivilege = SQLState(rawValue: "42501")
  package static let featureNotSupported = SQLState(rawValue: "0A000")
  package static let invalidStatementName = SQLState(rawValue: "26000")
  package static let undefinedFunction = SQLState(rawValue: "42883")
  package static let invalidParameterValue = SQLState(rawValue: "22023")

  /// True for an object to be created that exists: a column (42701), an object of another kind (42710), a schema
  /// (42P06), a table or an index (42P07), a function (42723).
  var isOfExistingObject: Bool {
    ["42701", "42710", "42P06", "42P07", "42723"].contains(rawValue)
  }

  /// True for connection exceptions (08), a server that has become read-only (25006), rollbacks to be
  /// repeated (40), lack of resources (53), a lock that was not free in time (55P03), operator
  /// intervention (57), and errors of the server's system or its files (58, XX001, XX002).
  var isTransient: Bool {
    ["08", "25006", "40", "53", "55P03", "57", "58", "XX001", "XX002"]
      .contains { rawValue.hasPrefix($0) }
  }

  /// True if the session has ended, or is with a server that takes no writes any more: another may
  /// have taken its place. Class 08 is no such sign: a distributed server reports a dead worker with
  /// class 08 on a healthy connection.
  var endsConnection: Bool { endsSession || self == .readOnlyTransaction }

  /// True if the server has ended the session.
  var endsSession: Bool { rawValue.hasPrefix("57P") }

  /// True if the error came from libpq and not from a server: libpq gave up on the connection.
  var isMissing: Bool { rawValue.isEmpty }

  /// True for an error that the ledger's own schema raises. Its message quotes no row, and names the remedy.
  var isOwn: Bool { rawValue.hasPrefix("DC") }

  /// True if the schema changed under a prepared statement, or the statement was deallocated.
  var meansStaleStatement: Bool {
    self == .featureNotSupported || self == .invalidStatementName
  }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
  package var description: String {
    switch self {
    case .server(let error): error.description
    case .connectionLost: "the connection to the database broke"
    case .unavailable: "the database cannot be reached"
    case .refused(let refusal): refusal.description
    case .sharedSession:
      "the connection pooler before the database gives one server process to several sessions: let "
        + "it keep one for each session (PgBouncer: pool_mode = session), or connect to PostgreSQL "
        + "directly"
    case .role(let fault): fault.description
    case .canceled: "the statement was canceled"
    case .poolExhausted: "no database connection became free in time"
    case .decoding(let column, let name, let reason):
      "column \(name ?? "\(column)") cannot be read: \(reason)"
    }
  }

  package var debugDescription: String {
    guard case .server(let error) = self, let message = error.message else { return description }
    return "\(description): \(message)"
  }
}

extension ServerError: CustomStringConvertible {
  package var description: String {
    let code = "SQLSTATE \(sqlState.rawValue)"
    if sqlState.isOwn, let message { return "\(message) (\(code))" }
    if let condition = ServerCondition(sqlState) { return "\(condition.sentence) (\(code))" }
    if sqlState == .insufficientPrivilege {
      return
        "the database refused a statement, as the login lacks a right: run `daicho migrate` with the "
        + "login that owns the database, also after a restore; a login of servers and commands is made a member "
        + "by `grant ROLE to LOGIN`, with the role that `select application_role()` names (\(code))"
    }
    return "the database refused a statement (\(code))"
  }
}
