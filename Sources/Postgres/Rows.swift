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

/// One row of a result; columns are counted from 0.
package struct Row: Sendable {
  private let result: ResultHandle
  private let index: Int32

  fileprivate init(_ result: ResultHandle, index: Int32) {
    self.result = result
    self.index = index
  }

  /// Returns the value of a column, which must not be null.
  package func get<Value: PostgresDecodable>(
    _ column: Int, as: Value.Type = Value.self
  ) throws(PostgresError) -> Value {
    guard let value = try optional(column, as: Value.self) else {
      throw .decoding(column: column, reason: "it is null")
    }
    return value
  }

  /// Returns the value of a column, or nil for null.
  package func optional<Value: PostgresDecodable>(
    _ column: Int, as: Value.Type = Value.self
  ) throws(PostgresError) -> Value? {
    guard column < PQnfields(result.pointer) else {
      throw .decoding(column: column, reason: "there is no such column")
    }
    guard PQgetisnull(result.pointer, index, Int32(column)) == 0 else { return nil }
    guard PQftype(result.pointer, Int32(column)) == Value.typeOID else {
      throw .decoding(column: column, reason: "it is of another type than \(Value.self)")
    }
    let binary = UnsafeRawBufferPointer(
      start: PQgetvalue(result.pointer, index, Int32(column)),
      count: Int(PQgetlength(result.pointer, index, Int32(column))))
    guard let value = Value(binary: binary) else {
      throw .decoding(column: column, reason: "it is not a \(Value.self)")
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
