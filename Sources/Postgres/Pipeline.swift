import CLibPQ

/// A statement with its parameters in order.
package struct Call: Sendable {
  package let statement: Statement
  package let parameters: [(any PostgresEncodable)?]

  package init(_ statement: Statement, _ parameters: (any PostgresEncodable)?...) {
    self.init(statement, parameters: parameters)
  }

  package init(_ statement: Statement, parameters: [(any PostgresEncodable)?]) {
    self.statement = statement
    self.parameters = parameters
  }
}

/// A call whose statement is prepared in this session.
struct PreparedCall {
  let statement: Statement
  let name: String
  let binding: Binding

  /// Runs the call by itself, outside a pipeline.
  func run(_ session: OpaquePointer) -> OpaquePointer? {
    binding.withPointers { count, values, lengths, formats in
      PQexecPrepared(session, name, count, values, lengths, formats, 1)
    }
  }

  fileprivate func send(_ session: OpaquePointer) -> Bool {
    binding.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(session, name, count, values, lengths, formats, 1)
    } == 1
  }
}

/// A libpq pipeline: calls are sent in a row and their results are awaited once.
struct Pipeline {
  private let session: OpaquePointer

  init(_ session: OpaquePointer) {
    self.session = session
  }

  /// Returns the result of each call in order; nil if the session is lost. Calls after a failed one
  /// have a result that says that they did not run.
  func run(_ calls: [PreparedCall]) -> [ResultHandle]? {
    guard PQenterPipelineMode(session) == 1, calls.allSatisfy({ $0.send(session) }),
      PQpipelineSync(session) == 1
    else { return nil }
    var results: [ResultHandle] = []
    for _ in calls {
      // Each result is followed by a null.
      guard let result = PQgetResult(session) else { return nil }
      results.append(ResultHandle(result))
      guard PQgetResult(session) == nil else { return nil }
    }
    guard let end = PQgetResult(session).map(ResultHandle.init), end.endsPipeline,
      PQexitPipelineMode(session) == 1
    else { return nil }
    return results
  }
}

extension ResultHandle {
  fileprivate var endsPipeline: Bool { PQresultStatus(pointer) == PGRES_PIPELINE_SYNC }
}
