/// A statement that is prepared once per connection and known by its name.
package struct Statement: Sendable, Hashable {
  package let name: String
  package let sql: String

  /// SQL written in place. Never with anything from outside in it.
  package init(unsafeSQL sql: String, name: String? = nil) {
    self.sql = sql
    self.name = name ?? "sql_\(UInt(bitPattern: sql.hashValue))"
  }

  /// A file of `Queries/` as it is embedded.
  package init(_ embedded: [UInt8], name: String) {
    self.init(unsafeSQL: String(decoding: embedded, as: UTF8.self), name: name)
  }
}
