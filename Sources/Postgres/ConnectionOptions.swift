/// The address of the database, the login and the session settings. Never printed, because the URL
/// may hold a password.
package struct ConnectionOptions: Sendable, Hashable {
  let url: String
  package var applicationName = "daicho"
  package var connectTimeout: Duration = .seconds(5)
  /// The time after which a call without any answer loses the connection, by the client's own
  /// clock: a frozen server cancels no statement.
  package var answerTimeout: Duration = .seconds(3_600)
  /// The time after which the server cancels a statement; nil sets no limit.
  package var statementTimeout: Duration?
  /// The time after which a statement that waits for a lock fails with 55P03; nil sets no limit.
  package var lockTimeout: Duration?
  /// The time after which the server ends a session that is idle in a transaction; nil sets no
  /// limit.
  package var idleInTransactionTimeout: Duration?
  package var planning = Planning.eachTime
  /// True if all statements of a round trip outside a transaction see the database as it was at the first of
  /// them.
  package var readsOneMoment = false
  /// True if only a server that takes writes is connected to, unless the URL says otherwise.
  package var needsWrites = false
  /// The role whose rights the session takes; nil keeps the rights of the login.
  package var role: SessionRole?
  /// The schemas in which tables are looked up by their bare names, in order; empty keeps the
  /// server's setting.
  package var schemas: [String] = []

  /// Takes a libpq URL (`postgresql://…`) or its `key=value` form.
  package init(url: String) {
    self.url = url
  }

  /// Returns the options for another database on the same server.
  package func database(_ name: String) -> ConnectionOptions {
    var options = self
    options.databaseName = name
    return options
  }

  private(set) var databaseName: String?

  /// The keepalive settings that detect a silently lost peer within half a minute; the URL may
  /// override them.
  private static let vigilance = [
    ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
    ("tcp_user_timeout", "25000"),
  ]

  /// The connection keywords for libpq; later ones override the URL.
  var keywords: [(String, String)] {
    var keywords =
      Self.vigilance + (needsWrites ? [("target_session_attrs", "read-write")] : []) + [
        ("dbname", url), ("application_name", applicationName),
        ("connect_timeout", String(max(2, connectTimeout.components.seconds))),
        ("client_encoding", "UTF8"),
      ]
    if let databaseName { keywords.append(("dbname", databaseName)) }
    return keywords
  }

  /// The SQL that a new session runs first; empty if there is nothing to set.
  var preamble: String {
    let timeouts = [
      ("statement_timeout", statementTimeout), ("lock_timeout", lockTimeout),
      ("idle_in_transaction_session_timeout", idleInTransactionTimeout),
    ]
    let settings = timeouts.compactMap { name, timeout in
      timeout.map { "set \(name) = \($0.milliseconds)" }
    }
    let isolation =
      readsOneMoment ? ["set default_transaction_isolation = 'repeatable read'"] : []
    let plans = planning.settings
    let path =
      schemas.isEmpty
      ? [] : ["set search_path = " + schemas.map(Self.quoted).joined(separator: ", ")]
    return (settings + isolation + plans + path + [role?.statement].compactMap(\.self))
      .joined(separator: "; ")
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}

/// The planning of prepared statements. By default the server may keep a plan from a time when the
/// tables were empty; such a plan scans whole tables.
package enum Planning: Sendable, Hashable {
  /// A plan for each execution, by the present contents of the tables.
  case eachTime
  /// One plan for all executions, always by an index: for a session in which a single index fits
  /// each query.
  case once

  fileprivate var settings: [String] {
    switch self {
    case .eachTime: ["set plan_cache_mode = force_custom_plan"]
    case .once:
      ["set plan_cache_mode = force_generic_plan"]
        + ["seqscan", "hashjoin", "mergejoin"].map { "set enable_\($0) = off" }
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}

extension ConnectionOptions: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  package var description: String { "the configured database" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
