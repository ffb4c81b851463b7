/// A person who acts on the ledger: by a login at the command line, or by an API key.
package struct ActAuthor: Hashable, Sendable, Codable {
  /// The name that the person gave, or that of the login or the key.
  package let name: String
  /// The id of the API key; nil at the command line.
  package let key: String?

  package init(name: String, key: String? = nil) {
    self.name = name
    self.key = key
  }
}

/// The author of an act, the reason, and the second person where one is needed.
package struct ActSignature: Hashable, Sendable {
  package let author: ActAuthor
  package let reason: String?
  package let secondPerson: ActAuthor?

  package init(_ author: ActAuthor, because reason: String? = nil, with second: ActAuthor? = nil) {
    self.author = author
    self.reason = reason
    secondPerson = second
  }
}
