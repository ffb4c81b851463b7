extension Simulation {
  /// Opens the store on a free port and passes its URL to the body. Closes the store afterwards.
  package nonisolated func whileOpen<Answer: Sendable>(
    _ body: (_ url: String) async throws -> Answer
  ) async throws -> Answer {
    let (ports, opened) = AsyncStream.makeStream(of: Int.self)
    let server = AppStoreServer(of: self, port: 0)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { opened.finish() }
        try await server.run(hearsSignals: false) { opened.yield($0) }
      }
      defer { group.cancelAll() }
      guard let port = await ports.first(where: { _ in true }) else {
        try await group.next()  // rethrows the server's error
        throw StoreNotOpened()
      }
      return try await body("http://127.0.0.1:\(port)")
    }
  }
}

/// The error of a server that ended before it listened, without a cause.
private struct StoreNotOpened: Error {}
