import CLibPQ

/// The owner of a `PGconn`, which only the thread of the connection uses.
final class Session: @unchecked Sendable {
  /// The longest attempt that is repeated to learn its cause: a silent host is not asked twice.
  private static let repeatedMax: Duration = .seconds(1)

  let pointer: OpaquePointer

  /// Opens a session. Throws `refused` with the cause that the server or libpq told, and `unavailable`
  /// without one.
  init(_ keywords: [(String, String)]) throws(PostgresError) {
    let began = ContinuousClock.now
    let opened = withCStrings(keywords.map(\.0)) { names in
      withCStrings(keywords.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let opened else { throw .unavailable }
    pointer = opened
    guard !isAlive else { return }
    // libpq has the SQLSTATE of a failed connection in its verbose text alone, which can be chosen only
    // after a first attempt.
    if .now - began < Self.repeatedMax {
      PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
      PQreset(pointer)
      PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
      guard !isAlive else { return }
    }
    throw ConnectionRejection(verbose: String(cString: PQerrorMessage(pointer)))
      .map { .refused($0) } ?? .unavailable
  }

  /// Opens the session of a connection. A server that is up and takes no writes refuses one that needs
  /// them as `readOnly`: libpq tells no code for it.
  static func open(_ options: ConnectionOptions) throws(PostgresError) -> Session {
    do throws(PostgresError) {
      return try Session(options.keywords)
    } catch .refused(let refusal) where refusal.sqlState == nil && options.needsWrites {
      let anyServer = options.keywords + [("target_session_attrs", "any")]
      do throws(PostgresError) { _ = try Session(anyServer) } catch { throw .refused(refusal) }
      throw .refused(.readOnly)
    }
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
