/// A client of the App Store Server API for one app. Copies share tokens, pace and breakers.
///
/// Every request may be repeated: Apple applies none of them twice.
package struct ServerAPIClient: Sendable {
  package let bundleID: String
  let hosts: [ServerAPIHosts]
  let tokens: BearerTokens
  let gate: RequestGate
  let transport: ServerAPITransport
  let context: ServerAPIContext

  /// - Parameters:
  ///   - hosts: the hosts in order of preference. A later host is used only if the earlier ones
  ///     cannot be reached.
  ///   - timeout: the time limit of a whole request.
  package init(
    bundleID: String, key: ServerAPIKey,
    hosts: [ServerAPIHosts] = ServerAPIHosts.everyGeneration, pace: RequestPace = RequestPace(),
    timeout: Duration = .seconds(30), in context: ServerAPIContext
  ) {
    precondition(!hosts.isEmpty, "a client has a host to ask")
    self.bundleID = bundleID
    self.hosts = hosts
    tokens = BearerTokens(for: bundleID, by: key)
    gate = RequestGate(pace)
    transport = ServerAPITransport(timeout: timeout)
    self.context = context
  }

  /// Requests production, then the sandbox if production knows no such transaction. Returns the
  /// answer with its environment.
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
