import Synchronization

/// An SQL statement that is prepared once per connection and identified by its text and name.
///
/// Each file of a target's `Queries/` is a constant of this type: `events_by_id.sql` is
/// `Statement.eventsByID`. The build makes the constants; nothing else declares them.
package struct Statement: Sendable, Hashable {
  package let name: String
  package let sql: String
  /// The number of the text with this name in this process, so that statements are compared and hashed
  /// without reading them.
  private let number: Int

  /// Takes SQL written in place. The text must never contain external input.
  package init(unsafeSQL sql: String, name: String? = nil) {
    self.sql = sql
    self.name = name ?? "sql_\(UInt(bitPattern: sql.hashValue))"
    number = StatementNumbers.shared.number(of: self.name, sql)
  }

  /// Takes a file of `Queries/`. Generated code calls this, once for each file.
  package init(file name: String, sql: String) {
    self.init(unsafeSQL: sql, name: name)
  }

  package static func == (left: Statement, right: Statement) -> Bool { left.number == right.number }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The numbers of all statements of the process. Statements are written in its code, so that they are
/// few.
private final class StatementNumbers: Sendable {
  static let shared = StatementNumbers()

  private let numbers = Mutex<[[String]: Int]>([:])

  func number(of name: String, _ sql: String) -> Int {
    numbers.withLock { numbers in
      let key = [name, sql]
      if let known = numbers[key] { return known }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
  }
}
