/// A type as which a column is decoded: a value, or an optional value where null may stand.
package protocol PostgresColumn: Sendable {
  /// Reads a column, counted from 0.
  static func read(_ column: Int, of row: Row) throws(PostgresError) -> Self
}

extension PostgresDecodable {
  package static func read(_ column: Int, of row: Row) throws(PostgresError) -> Self {
    guard let value = try row.value(at: column, as: Self.self) else {
      throw row.broken(column, "it is null instead of a \(Self.self)")
    }
    return value
  }
}

extension Optional: PostgresColumn where Wrapped: PostgresDecodable {
  package static func read(_ column: Int, of row: Row) throws(PostgresError) -> Wrapped? {
    try row.value(at: column)
  }
}

/// A value that several columns of a row make up.
package protocol RowDecodable {
  /// Reads the columns in the order in which the statement returns them.
  init(_ columns: inout ColumnReader) throws
}

/// A reader of a row's columns, from the first to the last.
package struct ColumnReader {
  private let row: Row
  private var column = 0

  package init(_ row: Row) {
    self.row = row
  }

  package mutating func next<Column: PostgresColumn>(
    _: Column.Type = Column.self
  ) throws(PostgresError) -> Column {
    defer { column += 1 }
    return try Column.read(column, of: row)
  }

  package mutating func next<Value: RowDecodable>(_: Value.Type = Value.self) throws -> Value {
    try Value(&self)
  }

  /// Passes over the next columns.
  package mutating func skip(_ count: Int) { column += count }

  /// Passes over the columns that were not read yet.
  package mutating func skipRest() { column = row.columnCount }

  /// Returns an error about the column that was read last.
  package func broken(_ reason: String) -> PostgresError {
    row.broken(column - 1, reason)
  }

  /// Throws unless every column was read.
  fileprivate func finish() throws(PostgresError) {
    guard column == row.columnCount else {
      throw .decoding(column: column, reason: "the row has \(row.columnCount) columns")
    }
  }
}

extension Row {
  /// Returns the columns as a tuple: `decode((Int16, Int64?).self)`. The types are those of all
  /// columns in order, optional where null may stand.
  package func decode<each Column: PostgresColumn>(
    _: (repeat each Column).Type
  ) throws(PostgresError) -> (repeat each Column) {
    var columns = ColumnReader(self)
    let values = (repeat try columns.next((each Column).self))
    try columns.finish()
    return values
  }

  /// Returns the only column.
  package func decode<Column: PostgresColumn>(
    _: Column.Type = Column.self
  ) throws(PostgresError) -> Column {
    var columns = ColumnReader(self)
    let value = try columns.next(Column.self)
    try columns.finish()
    return value
  }

  /// Returns the value that all columns make up.
  package func decode<Value: RowDecodable>(_: Value.Type = Value.self) throws -> Value {
    var columns = ColumnReader(self)
    let value = try Value(&columns)
    try columns.finish()
    return value
  }
}
