extension ServerAPIClient {
  func ask<Answer: Decodable>(
    _ call: ServerAPICall, in environment: ServerAPIEnvironment, as type: Answer.Type = Answer.self
  ) async throws(ServerAPIError) -> Answer {
    try await send(call, in: environment).decoded(as: type)
  }

  /// The answer to a request that Apple did as it was told.
  @discardableResult
  func send(
    _ call: ServerAPICall, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    try await waitForTurn(call.endpoint, environment)
    let answer = try await authorized(call, environment)
    if answer.isSuccess { return answer }
    let now = surroundings.now()
    if answer.status == 429 {
      let end = RetryAfter(answer.retryAfter, at: now)?.moment
      gate.stop(call.endpoint, in: environment, until: end, at: now)
    }
    throw ServerAPIError(answer, at: now)
  }

  /// Returns when it may be sent.
  private func waitForTurn(
    _ endpoint: ServerAPIEndpoint, _ environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let now = surroundings.now()
    switch gate.turn(of: endpoint, in: environment, at: now) {
    case .now: return
    case .refused(let end): throw .held(by: "our share of Apple's limit is used up", until: end)
    case .later(let turn):
      do {
        try await surroundings.sleep(.milliseconds(turn.milliseconds - now.milliseconds))
      } catch {
        throw .cancelled
      }
      let later = max(turn, surroundings.now())
      if let end = gate.stop(of: endpoint, in: environment, at: later) {
        throw .held(by: "Apple is asked too often", until: end)
      }
    }
  }

  /// A token that is refused is made anew, once: an old one may have been made by a wrong clock.
  private func authorized(
    _ call: ServerAPICall, _ environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    let token = try tokens.token(at: surroundings.now())
    let answer = try await reach(call, environment, with: token)
    guard answer.status == 401 else { return answer }
    tokens.discard(token)
    let fresh = try tokens.token(at: surroundings.now())
    return try await reach(call, environment, with: fresh)
  }

  /// Goes from host to host until one is reached.
  private func reach(
    _ call: ServerAPICall, _ environment: ServerAPIEnvironment, with token: String
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    var ends: [Timestamp] = []
    var unreachable: ServerAPIError?
    for generation in hosts {
      let host = generation[environment]
      let now = surroundings.now()
      if case .refused(let end) = gate.withBreaker(of: host, { $0.admit(at: now) }) {
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
    throw .held(by: "Apple's hosts have failed", until: ends.min() ?? surroundings.now())
  }

  /// Tells the host's breaker how it went. An answer of Apple's own, a refusal too, is a success.
  private func exchange(
    _ call: ServerAPICall, _ host: String, _ token: String
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    do {
      let answer = try await transport.send(call, to: host, with: token)
      record(isSuccess: answer.status < 500, of: host)
      return answer
    } catch .cancelled {
      let now = surroundings.now()
      gate.withBreaker(of: host) { $0.abandon(at: now) }
      throw .cancelled
    } catch {
      record(isSuccess: false, of: host)
      throw error == .unreachable ? .unreachable(host) : .unanswered(host)
    }
  }

  private func record(isSuccess: Bool, of host: String) {
    let (now, chance) = (surroundings.now(), surroundings.chance())
    gate.withBreaker(of: host) { breaker in
      if isSuccess { breaker.succeed() } else { breaker.fail(at: now, chance: chance) }
    }
  }
}
