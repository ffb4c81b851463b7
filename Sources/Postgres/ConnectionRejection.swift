/// The reason for which no session was opened: a SQLSTATE with the primary message of the server, or what
/// the client library met on the way.
package struct ConnectionRejection: Sendable, Hashable {
  /// The server's code; nil if no server answered.
  package let sqlState: SQLState?
  let message: String?
  /// True if the host's name stands for no address.
  package let isOfUnknownHost: Bool

  init(sqlState: SQLState?, message: String?, isOfUnknownHost: Bool = false) {
    self.sqlState = sqlState
    self.message = message
    self.isOfUnknownHost = isOfUnknownHost
  }

  /// Reads libpq's text in its verbose form. With several hosts, the last one that answered counts. Returns
  /// nil for any other text: one about the address may quote a password.
  init?(verbose text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    if let told = lines.compactMap(Self.told).last {
      self = told
    } else if let met = lines.compactMap(Self.met).last {
      // The client library misses the password itself, before the server refuses anything.
      let state = met.contains("no password supplied") ? SQLState(rawValue: "28P01") : nil
      self.init(sqlState: state, message: met)
    } else if let cause = lines.compactMap(Self.untranslated).last {
      self.init(sqlState: nil, message: cause, isOfUnknownHost: true)
    } else {
      return nil
    }
  }

  /// Reads a line of the server: `…: FATAL:  28P01: password authentication failed …`.
  private static func told(_ line: String) -> ConnectionRejection? {
    line.firstMatch(of: /:  ([0-9A-Z]{5}): (.+)$/).map { match in
      ConnectionRejection(sqlState: SQLState(rawValue: String(match.1)), message: String(match.2))
    }
  }

  /// Reads a line about the way: `connection to server at "…", port 5432 failed: Connection refused`.
  private static func met(_ line: String) -> String? {
    line.firstMatch(of: /^connection to server .*? failed: (.+)$/).map { String($0.1) }
  }

  /// Reads a line about a host's name: `could not translate host name "…" to address: Name or service not known`.
  /// Leaves out the name: a password with an `@` that is not escaped ends in it.
  private static func untranslated(_ line: String) -> String? {
    line.firstMatch(of: /^could not translate host name ".*" to address: ([^"@]+)$/)
      .map { String($0.1) }
  }

  /// The refusal of a server that is read-only by a session that needs to write.
  static let readOnly = ConnectionRejection(sqlState: .readOnlyTransaction, message: nil)
}

extension ConnectionRejection: CustomStringConvertible {
  package var description: String {
    if isOfUnknownHost {
      return "the name of the database's host cannot be resolved"
        + (message.map { ": \($0)" } ?? "")
    }
    guard let sqlState else {
      return "the database cannot be reached" + (message.map { ": \($0)" } ?? "")
    }
    let sentence =
      ServerCondition(refusing: sqlState)?.sentence ?? "the database refused the connection"
    return "\(sentence) (SQLSTATE \(sqlState.rawValue)\(message.map { ": \($0)" } ?? ""))"
  }
}
