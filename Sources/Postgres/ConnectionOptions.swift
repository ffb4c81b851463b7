/// Where the database is and who we are there. Never printed: it may hold a password.
package struct ConnectionOptions: Sendable, Hashable {
  let url: String
  package var applicationName = "daicho"
  package var connectTimeout: Duration = .seconds(5)
  /// A statement that runs longer is cancelled by the server; nil sets no limit.
  package var statementTimeout: Duration?

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

  /// Keywords for libpq; later ones win over what the URL says.
  var keywords: [(String, String)] {
    var keywords = [
      ("dbname", url), ("application_name", applicationName),
      ("connect_timeout", String(max(2, connectTimeout.components.seconds))),
      ("client_encoding", "UTF8"),
    ]
    if let databaseName { keywords.append(("dbname", databaseName)) }
    return keywords
  }
}

extension ConnectionOptions: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  package var description: String { "the configured database" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
