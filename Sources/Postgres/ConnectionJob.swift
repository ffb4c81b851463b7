/// The result of a piece of work on a lent connection.
///
/// The work runs on the connection's thread, from the check of its session to the last one, so that the task
/// changes threads twice.
struct ConnectionJob<Value: Sendable>: Sendable {
  let result: Result<Value, any Error>
  /// True if the session can be lent again.
  let isUsable: Bool

  /// Does the work. Returns nil, without calling the body, if the session is of no use.
  static func run(
    _ body: @Sendable (isolated Connection) async throws -> Value,
    on connection: isolated Connection
  ) async -> ConnectionJob? {
    guard connection.isUsable else { return nil }
    let result: Result<Value, any Error>
    do { result = .success(try await body(connection)) } catch { result = .failure(error) }
    return ConnectionJob(result: result, isUsable: connection.isUsable)
  }
}
