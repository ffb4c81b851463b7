/// Asks the App Store Server API about one app. Copies share tokens, pace and breakers.
///
/// Every request may be repeated: Apple takes none of them twice.
package struct ServerAPIClient: Sendable {
  package let bundleID: String
  let hosts: [ServerAPIHosts]
  let tokens: BearerTokens
  let gate: RequestGate
  let transport: ServerAPITransport
  let surroundings: ServerAPISurroundings

  /// - Parameters:
  ///   - hosts: the first is asked; each other one where those before it cannot be reached.
  ///   - timeout: of a whole request.
  package init(
    bundleID: String, key: ServerAPIKey,
    hosts: [ServerAPIHosts] = ServerAPIHosts.everyGeneration, pace: RequestPace = RequestPace(),
    timeout: Duration = .seconds(30), in surroundings: ServerAPISurroundings
  ) {
    precondition(!hosts.isEmpty, "a client has a host to ask")
    self.bundleID = bundleID
    self.hosts = hosts
    tokens = BearerTokens(for: bundleID, by: key)
    gate = RequestGate(pace)
    transport = ServerAPITransport(timeout: timeout)
    self.surroundings = surroundings
  }

  /// Asks production, and the sandbox where production knows no such transaction; tells whose answer
  /// it is.
  package func inEitherEnvironment<Answer: Sendable>(
    _ ask: (ServerAPIEnvironment) async throws(ServerAPIError) -> Answer
  ) async throws(ServerAPIError) -> (Answer, ServerAPIEnvironment) {
    do {
      return (try await ask(.production), .production)
    } catch {
      guard error.namesOtherEnvironment else { throw error }
    }
    return (try await ask(.sandbox), .sandbox)
  }
}

extension ServerAPIClient: CustomStringConvertible, CustomReflectable {
  package var description: String { "Server API client of \(bundleID)" }
  package var customMirror: Mirror { Mirror(self, children: ["bundleID": bundleID]) }
}
