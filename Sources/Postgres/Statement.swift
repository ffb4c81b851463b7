/// An SQL statement that is prepared once per connection and identified by its name.
///
/// Each file of a target's `Queries/` is a constant of this type: `events_by_id.sql` is
/// `Statement.eventsByID`. The build makes the constants; nothing else declares them.
package struct Statement: Sendable, Hashable {
  package let name: String
  package let sql: String

  /// Takes SQL written in place. The text must never contain external input.
  package init(unsafeSQL sql: String, name: String? = nil) {
    self.sql = sql
    self.name = name ?? "sql_\(UInt(bitPattern: sql.hashValue))"
  }

  /// Takes a file of `Queries/`. Generated code calls this, once for each file.
  package init(file name: String, sql: String) {
    self.init(unsafeSQL: sql, name: name)
  }
}
