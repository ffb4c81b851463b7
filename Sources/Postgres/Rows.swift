import CLibPQ

/// The rows that a statement returned. They own libpq's result and copy a value on each access.
package struct Rows: RandomAccessCollection, Sendable {
  private let result: ResultHandle

  init(_ result: ResultHandle) {
    self.result = result
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { Int(PQntuples(result.pointer)) }
  package subscript(index: Int) -> Row { Row(result, index: Int32(index)) }

  /// The number of rows that the statement wrote or returned.
  package var affected: Int { Int(String(cString: PQcmdTuples(result.pointer))) ?? 0 }
}

extension Rows {
  /// Returns every row as a tuple of its columns, as `Row.decode` does.
  package func decode<each Column: PostgresColumn>(
    _ types: (repeat each Column).Type
  ) throws(PostgresError) -> [(repeat each Column)] {
    try map { row throws(PostgresError) in try row.decode(types) }
  }

  /// Returns the only column of every row.
  package func decode<Column: PostgresColumn>(
    _ type: Column.Type = Column.self
  ) throws(PostgresError) -> [Column] {
    try map { row throws(PostgresError) in try row.decode(type) }
  }

  package func decode<Value: RowDecodable>(_ type: Value.Type = Value.self) throws -> [Value] {
    try map { row in try row.decode(type) }
  }
}

/// One row of a result.
package struct Row: Sendable {
  private let result: ResultHandle
  private let index: Int32

  fileprivate init(_ result: ResultHandle, index: Int32) {
    self.result = result
    self.index = index
  }

  var columnCount: Int { Int(PQnfields(result.pointer)) }

  /// Returns the error of a column, counted from 0.
  func broken(_ column: Int, _ reason: String) -> PostgresError {
    let name = PQfname(result.pointer, Int32(column)).map { String(cString: $0) }
    return .decoding(column: column, name: name, reason: reason)
  }

  /// Returns the value of a column, counted from 0, or nil for null.
  func value<Value: PostgresDecodable>(
    at column: Int, as: Value.Type = Value.self
  ) throws(PostgresError) -> Value? {
    guard column < columnCount else {
      throw .decoding(column: column, reason: "there is no such column")
    }
    guard PQgetisnull(result.pointer, index, Int32(column)) == 0 else { return nil }
    guard PQftype(result.pointer, Int32(column)) == Value.typeOID else {
      throw broken(column, "it is of another type than \(Value.self)")
    }
    let binary = UnsafeRawBufferPointer(
      start: PQgetvalue(result.pointer, index, Int32(column)),
      count: Int(PQgetlength(result.pointer, index, Int32(column))))
    guard let value = Value(binary: binary) else {
      throw broken(column, "it is not a \(Value.self)")
    }
    return value
  }
}

/// The owner of a `PGresult`, which is never changed after its creation.
final class ResultHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { PQclear(pointer) }

  var isSuccess: Bool {
    switch PQresultStatus(pointer) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: true
    default: false
    }
  }

  var serverError: ServerError {
    let state = PQresultErrorField(pointer, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    return ServerError(
      sqlState: SQLState(rawValue: state ?? ""),
      message: PQresultErrorField(pointer, Int32(UInt8(ascii: "M"))).map { String(cString: $0) })
  }

  /// The types of a described statement's parameters.
  var parameterTypes: [UInt32] {
    (0..<PQnparams(pointer)).map { PQparamtype(pointer, $0) }
  }
}
