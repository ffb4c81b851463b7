/// A sender of the requests of one client. Copies share tokens, pace and breakers.
struct AppleSender: Sendable {
  private let hosts: [AppleHosts]
  private let tokens: BearerTokens?
  private let gate: RequestGate
  private let transport: ServerAPITransport
  let context: ServerAPIContext

  /// - Parameters:
  ///   - hosts: the hosts in order of preference. A later host is used only if the earlier ones
  ///     cannot be reached.
  ///   - tokens: nil for a service that reads no token.
  ///   - timeout: the time limit of a whole request.
  init(
    to hosts: [AppleHosts], with tokens: BearerTokens? = nil, by gate: RequestGate,
    timeout: Duration, in context: ServerAPIContext
  ) {
    precondition(!hosts.isEmpty, "a client has a host to ask")
    self.hosts = hosts
    self.tokens = tokens
    self.gate = gate
    transport = ServerAPITransport(timeout: timeout)
    self.context = context
  }

  /// Sends a request and decodes the body of a successful answer.
  func ask<Answer: Decodable>(
    _ call: ServerAPICall, in environment: ServerAPIEnvironment, as type: Answer.Type = Answer.self
  ) async throws(ServerAPIError) -> Answer {
    try await send(call, in: environment).decoded(as: type)
  }

  /// Sends a request and returns a successful answer. Throws any other answer as an error.
  @discardableResult
  func send(
    _ call: ServerAPICall, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    let answer = try await answer(to: call, in: environment)
    guard answer.isSuccess else { throw ServerAPIError(answer, at: context.now()) }
    return answer
  }

  /// Sends a request and returns any answer. After an answer of 429 the next requests are held back.
  func answer(
    to call: ServerAPICall, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    try await waitForTurn(call.endpoint, environment)
    let answer = try await authorized(call, environment)
    if answer.status == 429 {
      let now = context.now()
      let end = RetryAfter(answer.retryAfter, at: now)?.moment
      gate.withBucket(of: call.endpoint, in: environment) { $0.stop(until: end, at: now) }
    }
    return answer
  }

  /// Returns when the request may be sent.
  private func waitForTurn(
    _ endpoint: ServerAPIEndpoint, _ environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let now = context.now()
    switch gate.withBucket(of: endpoint, in: environment, { $0.take(at: now) }) {
    case .now: return
    case .rejected(let end): throw .held(by: "\(gate.limit) is used up", until: end)
    case .later(let turn):
      do {
        try await context.sleep(.milliseconds(turn.milliseconds - now.milliseconds))
      } catch {
        throw .canceled
      }
      let later = max(turn, context.now())
      if let end = gate.withBucket(of: endpoint, in: environment, { $0.stop(at: later) }) {
        throw .held(by: "Apple's limit is exceeded", until: end)
      }
    }
  }

  /// Sends a request with a token. Replaces a rejected token once: a wrong clock may have made the
  /// old one.
  private func authorized(
    _ call: ServerAPICall, _ environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    guard let tokens else { return try await reach(call, environment, with: nil) }
    let token = try tokens.token(at: context.now())
    let answer = try await reach(call, environment, with: token)
    guard answer.status == 401 else { return answer }
    tokens.discard(token)
    let fresh = try tokens.token(at: context.now())
    return try await reach(call, environment, with: fresh)
  }

  /// Tries the hosts in order until one is reached.
  private func reach(
    _ call: ServerAPICall, _ environment: ServerAPIEnvironment, with token: String?
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    var ends: [Timestamp] = []
    var unreachable: ServerAPIError?
    for host in hosts.addresses(in: environment) {
      let now = context.now()
      if case .rejected(let end) = gate.withBreaker(of: host, { $0.admit(at: now) }) {
        ends.append(end)
        continue
      }
      do {
        return try await exchange(call, host, token)
      } catch {
        guard error.cause == .unreachable else { throw error }
        unreachable = unreachable ?? error
      }
    }
    if let unreachable { throw unreachable }
    throw .held(by: "Apple's hosts have failed", until: ends.min() ?? context.now())
  }

  /// Sends a request and reports the result to the host's breaker. An answer below 500, even a
  /// rejection, counts as a success.
  private func exchange(
    _ call: ServerAPICall, _ host: String, _ token: String?
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    do {
      let answer = try await transport.send(call, to: host, with: token)
      record(isSuccess: answer.status < 500, of: host)
      return answer
    } catch .canceled {
      let now = context.now()
      gate.withBreaker(of: host) { $0.abandon(at: now) }
      throw .canceled
    } catch {
      record(isSuccess: false, of: host)
      throw error == .unreachable ? .unreachable(host) : .unanswered(host)
    }
  }

  private func record(isSuccess: Bool, of host: String) {
    let (now, chance) = (context.now(), context.chance())
    gate.withBreaker(of: host) { breaker in
      if isSuccess { breaker.succeed() } else { breaker.fail(at: now, chance: chance) }
    }
  }
}
