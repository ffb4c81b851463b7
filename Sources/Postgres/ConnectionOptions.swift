/// Where the database is and who we are there. Never printed: it may hold a password.
package struct ConnectionOptions: Sendable, Hashable {
  let url: String
  package var applicationName = "daicho"
  package var connectTimeout: Duration = .seconds(5)
  /// A statement that runs longer is cancelled by the server; nil sets no limit.
  package var statementTimeout: Duration?
  /// A statement that waits longer for a lock is refused with 55P03; nil sets no limit.
  package var lockTimeout: Duration?
  /// The server ends a session that holds a transaction open this long and does nothing; nil sets no
  /// limit.
  package var idleInTransactionTimeout: Duration?
  package var planning = Planning.anew
  /// The role whose rights the session has; nil leaves those of who logs in.
  package var role: String?

  /// A libpq URL (`postgresql://…`) or its `key=value` form.
  package init(url: String) {
    self.url = url
  }

  /// The same server with another database.
  package func database(_ name: String) -> ConnectionOptions {
    var options = self
    options.databaseName = name
    return options
  }

  private(set) var databaseName: String?

  /// A peer that is gone without a word is noticed within half a minute; the URL may say otherwise.
  private static let vigilance = [
    ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
    ("tcp_user_timeout", "25000"),
  ]

  /// Keywords for libpq; later ones win over what the URL says.
  var keywords: [(String, String)] {
    var keywords =
      Self.vigilance + [
        ("dbname", url), ("application_name", applicationName),
        ("connect_timeout", String(max(2, connectTimeout.components.seconds))),
        ("client_encoding", "UTF8"),
      ]
    if let databaseName { keywords.append(("dbname", databaseName)) }
    return keywords
  }

  /// What a session is told first; empty where nothing is to be set.
  var preamble: String {
    let timeouts = [
      ("statement_timeout", statementTimeout), ("lock_timeout", lockTimeout),
      ("idle_in_transaction_session_timeout", idleInTransactionTimeout),
    ]
    let settings = timeouts.compactMap { name, timeout in
      timeout.map { "set \(name) = \($0.milliseconds)" }
    }
    let plans = planning.settings
    let quotedRole = role.map { "set role \"\($0.replacing("\"", with: "\"\""))\"" }
    return (settings + plans + [quotedRole].compactMap(\.self)).joined(separator: "; ")
  }
}

/// How the server plans prepared statements. Left to itself it keeps a plan that it made while tables
/// were empty, and which then scans them.
package enum Planning: Sendable, Hashable {
  /// Each time, by what the tables are now.
  case anew
  /// Once, always by an index: for a session whose every look-up has just one that fits.
  case once

  fileprivate var settings: [String] {
    switch self {
    case .anew: ["set plan_cache_mode = force_custom_plan"]
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
