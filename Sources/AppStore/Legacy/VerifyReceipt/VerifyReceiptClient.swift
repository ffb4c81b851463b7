/// A client of `verifyReceipt`, the deprecated service that validates receipts. Copies share pace
/// and breakers.
///
/// Every request may be repeated. The client itself repeats none: a job that asks again decides
/// about the number of attempts.
/// https://developer.apple.com/documentation/appstorereceipts/verifyreceipt
package struct VerifyReceiptClient: Sendable {
  private let hosts: VerifyReceiptHosts
  private let secret: SharedSecret?
  private let pace: VerifyReceiptPace
  private let transport: ServerAPITransport
  private let context: ServerAPIContext

  /// - Parameters:
  ///   - secret: the shared secret, without which Apple validates no receipt with subscriptions.
  ///   - perSecond: the requests to each environment, on average over an hour. Apple documents no
  ///     limit.
  ///   - patience: the longest wait for a turn. A request that would wait longer is rejected at
  ///     once.
  ///   - timeout: the time limit of one whole request.
  package init(
    hosts: VerifyReceiptHosts = .apple, secret: SharedSecret?, perSecond: Int = 10,
    patience: Duration = .seconds(10), timeout: Duration = .seconds(30),
    in context: ServerAPIContext
  ) {
    self.hosts = hosts
    self.secret = secret
    pace = VerifyReceiptPace(perSecond: perSecond, patience: patience)
    transport = ServerAPITransport(timeout: timeout)
    self.context = context
  }

  /// Asks production about a receipt, then the sandbox if the receipt belongs there: Apple's order.
  /// App Review and TestFlight use receipts of the sandbox with the released app.
  ///
  /// Returns any answer of Apple, including one that declares the receipt invalid.
  ///
  /// - Parameter receipt: the receipt itself, not its Base64 text.
  package func verify(
    _ receipt: [UInt8]
  ) async throws(ServerAPIError) -> VerifyReceiptResponse {
    guard !receipt.isEmpty, receipt.count <= AppReceiptVerifier.sizeMax else {
      throw ServerAPIError(
        .malformed, message: "the receipt is empty or too large", verdict: .never)
    }
    let request = VerifyReceiptRequest(receipt: receipt, secret: secret).document
    let response = try await ask(.production, request)
    guard response.answer.verdict == .sandbox else { return response }
    return try await ask(.sandbox, request)
  }

  private func ask(
    _ environment: ServerAPIEnvironment, _ request: [UInt8]
  ) async throws(ServerAPIError) -> VerifyReceiptResponse {
    try await waitForTurn(environment)
    let answer = try await exchange(request, hosts[environment])
    guard answer.isSuccess else { throw rejection(answer, environment) }
    do {
      return try VerifyReceiptResponse(Array(answer.body), from: environment)
    } catch {
      throw ServerAPIError(unreadable: error, status: answer.status)
    }
  }

  /// Returns when the request may be sent.
  private func waitForTurn(_ environment: ServerAPIEnvironment) async throws(ServerAPIError) {
    let now = context.now()
    switch pace.withBucket(of: environment, { $0.take(at: now) }) {
    case .now: return
    case .rejected(let end): throw .held(by: "our pace of requests is used up", until: end)
    case .later(let turn):
      do {
        try await context.sleep(.milliseconds(turn.milliseconds - now.milliseconds))
      } catch {
        throw .canceled
      }
      let later = max(turn, context.now())
      if let end = pace.withBucket(of: environment, { $0.stop(at: later) }) {
        throw .held(by: "Apple's limit is exceeded", until: end)
      }
    }
  }

  /// Sends a request and reports the result to the host's breaker. An answer below 500, even a
  /// rejection, counts as a success.
  private func exchange(
    _ request: [UInt8], _ host: String
  ) async throws(ServerAPIError) -> ServerAPIAnswer {
    let now = context.now()
    if case .rejected(let end) = pace.withBreaker(of: host, { $0.admit(at: now) }) {
      throw .held(by: "Apple's hosts have failed", until: end)
    }
    do {
      let answer = try await transport.post(
        request, to: host + "/verifyReceipt", upTo: LegacyJSONParser.bytesMax)
      record(isSuccess: answer.status < 500, of: host)
      return answer
    } catch .canceled {
      let now = context.now()
      pace.withBreaker(of: host) { $0.abandon(at: now) }
      throw .canceled
    } catch {
      record(isSuccess: false, of: host)
      throw error == .unreachable ? .unreachable(host) : .unanswered(host)
    }
  }

  private func record(isSuccess: Bool, of host: String) {
    let (now, chance) = (context.now(), context.chance())
    pace.withBreaker(of: host) { breaker in
      if isSuccess { breaker.succeed() } else { breaker.fail(at: now, chance: chance) }
    }
  }

  /// Returns the error for an HTTP status other than 2xx, with which Apple answers no question about
  /// a receipt.
  private func rejection(
    _ answer: ServerAPIAnswer, _ environment: ServerAPIEnvironment
  ) -> ServerAPIError {
    let now = context.now()
    let retryAt = RetryAfter(answer.retryAfter, at: now)?.moment
    if answer.status == 429 {
      pace.withBucket(of: environment) { $0.stop(until: retryAt, at: now) }
    }
    return ServerAPIError(
      .rejected, status: answer.status, message: "verifyReceipt gives no reason",
      verdict: ServerAPIVerdict(status: answer.status, code: nil, retryAt: retryAt))
  }
}

/// An answer of `verifyReceipt` with its bytes and the environment of the receipt.
package struct VerifyReceiptResponse: Sendable {
  package let answer: VerifyReceiptAnswer
  /// The answer as received. Apple signs no part of the answer.
  package let body: [UInt8]
  /// The environment of the receipt by the answer's own words, otherwise by the host that answered.
  package let environment: ServerAPIEnvironment

  /// Reads the answer of a host. Rejects a receipt of production that the sandbox confirms. A
  /// receipt of the sandbox stays one, even if the host of production confirms the receipt.
  init(_ body: [UInt8], from host: ServerAPIEnvironment) throws(LegacyDocumentError) {
    answer = try VerifyReceiptAnswer(body)
    self.body = body
    environment = answer.environment ?? host
    if environment == .production, host == .sandbox {
      throw .contradiction(fields: ["environment", "the host that answered"])
    }
  }
}

extension VerifyReceiptClient: CustomStringConvertible, CustomReflectable {
  package var description: String { "verifyReceipt client of \(hosts.production)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
