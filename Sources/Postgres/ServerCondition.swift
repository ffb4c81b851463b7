/// A condition of the database that a person must mend, told by the SQLSTATE. Each has a sentence and a
/// remedy of its own.
package enum ServerCondition: Sendable, Hashable, CaseIterable {
  case wrongPassword, notAdmitted, noSuchDatabase, closed, tooManyConnections, starting, diskFull,
    outOfMemory,
    readOnly

  /// Reads a SQLSTATE; nil for one that says nothing about the database as a whole.
  init?(_ state: SQLState) {
    switch state.rawValue {
    case "28P01": self = .wrongPassword
    case "28000": self = .notAdmitted
    case "3D000": self = .noSuchDatabase
    case "53300": self = .tooManyConnections
    case "57P03": self = .starting
    case SQLState.diskFull.rawValue: self = .diskFull
    case "53200": self = .outOfMemory
    case SQLState.readOnlyTransaction.rawValue: self = .readOnly
    default: return nil
    }
  }

  /// Reads the SQLSTATE of a session that was not opened. Statements meet 55000 for reasons of their own.
  init?(refusing state: SQLState) {
    if state.rawValue == "55000" {
      self = .closed
    } else {
      self.init(state)
    }
  }

  var sentence: String {
    switch self {
    case .wrongPassword: "the database refuses the password of the login"
    case .notAdmitted: "the database does not admit the login from this machine"
    case .noSuchDatabase: "the server has no database of this name"
    case .closed: "the database is not open to sessions"
    case .tooManyConnections: "the database has no connection free"
    case .starting: "the database is starting up or shutting down"
    case .diskFull: "the disk of the database is full"
    case .outOfMemory: "the database has no memory left"
    case .readOnly: "the database is read-only"
    }
  }

  package var remedy: String {
    switch self {
    case .wrongPassword: "correct the password in DATABASE_URL, or set it anew by `alter role`"
    case .closed:
      "open it by `alter database NAME allow_connections true`, once whoever closed it agrees"
    case .notAdmitted:
      "name a login that exists in DATABASE_URL, create the login or let it log in (`alter role NAME login`), or "
        + "add a line for this machine, login and database to pg_hba.conf and reload it: the message says which is "
        + "missing"
    case .noSuchDatabase: "correct the name in DATABASE_URL, or create the database"
    case .tooManyConnections:
      "end sessions that are not needed, raise max_connections of PostgreSQL, or the `connection limit` of the "
        + "role or database that the message names, or lower DAICHO_DB_CONNECTIONS of each server"
    case .starting: "wait: PostgreSQL's own log says how far it is"
    case .diskFull:
      "free space on PostgreSQL's disk, or enlarge it; never delete files of pg_wal by hand"
    case .outOfMemory: "give PostgreSQL more memory, or lower its settings of memory"
    case .readOnly:
      "name the primary in DATABASE_URL, promote the standby, or take back "
        + "default_transaction_read_only"
    }
  }
}

extension PostgresError {
  /// The condition of the database that caused the error; nil if the error tells of none.
  package var condition: ServerCondition? {
    switch self {
    case .server(let error): ServerCondition(error.sqlState)
    case .refused(let refusal): refusal.sqlState.flatMap(ServerCondition.init(refusing:))
    default: nil
    }
  }

  /// The error with its remedy, if there is one.
  package var sentence: String { remedy.map { "\(self): \($0)" } ?? description }

  /// The remedy for a person; nil if the error tells of none.
  package var remedy: String? {
    if let condition { return condition.remedy }
    switch self {
    case .refused(let refusal) where refusal.isOfUnknownHost:
      return
        "correct the host in DATABASE_URL, or let this machine resolve its name: `getent hosts NAME` shows "
        + "if it does"
    case .unavailable, .refused: return "start the database, or correct DATABASE_URL"
    case .poolExhausted:
      return "raise DAICHO_DB_CONNECTIONS, or look in pg_stat_activity for what holds the sessions"
    default: return nil
    }
  }
}
