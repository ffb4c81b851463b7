import CLibPQ

/// The owner of a `PGconn`, which only the thread of the connection uses.
final class Session: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Opens a session; nil if the server cannot be reached.
  init?(_ keywords: [(String, String)]) {
    let opened = withCStrings(keywords.map(\.0)) { names in
      withCStrings(keywords.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let opened else { return nil }
    pointer = opened
    guard isAlive else { return nil }
  }

  deinit { PQfinish(pointer) }

  var isAlive: Bool { PQstatus(pointer) == CONNECTION_OK }
}

/// Passes a null-terminated array of C strings to the body.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { Array($0.utf8CString) }
  let flat = copies.flatMap(\.self)
  var offset = 0
  let offsets = copies.map { copy in
    defer { offset += copy.count }
    return offset
  }
  return flat.withUnsafeBufferPointer { buffer in
    let pointers = offsets.map { buffer.baseAddress?.advanced(by: $0) } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
