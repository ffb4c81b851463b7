/// A client of `verifyReceipt`, the deprecated service that validates receipts. Copies share pace
/// and breakers.
///
/// Every request may be repeated. The client itself repeats none: a job that asks again decides
/// about the number of attempts.
/// https://developer.apple.com/documentation/appstorereceipts/verifyreceipt
package struct VerifyReceiptClient: Sendable {
  private let hosts: AppleHosts
  private let secret: SharedSecret?
  private let sender: AppleSender

  /// - Parameters:
  ///   - secret: the shared secret, without which Apple validates no receipt with subscriptions.
  ///   - perSecond: the requests to each environment, on average over an hour. Apple documents no
  ///     limit.
  ///   - patience: the longest wait for a turn. A request that would wait longer is rejected at
  ///     once.
  ///   - timeout: the time limit of one whole request.
  package init(
    hosts: AppleHosts = .verifyReceipt, secret: SharedSecret?, perSecond: Int = 10,
    patience: Duration = .seconds(10), timeout: Duration = .seconds(30),
    in context: ServerAPIContext
  ) {
    precondition(perSecond > 0, "a client may ask")
    self.hosts = hosts
    self.secret = secret
    let full = TokenBucket(
      perHour: perSecond * 3_600, patience: Int64(patience / .milliseconds(1)))
    let gate = RequestGate("our pace of requests") { _, _ in full }
    sender = AppleSender(to: [hosts], by: gate, timeout: timeout, in: context)
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
    let request = VerifyReceiptRequest(receipt: receipt, secret: secret)
    let call = try ServerAPICall(.verifyReceipt, body: request.body)
    let response = try await ask(.production, call)
    guard response.answer.verdict == .sandbox else { return response }
    return try await ask(.sandbox, call)
  }

  private func ask(
    _ environment: ServerAPIEnvironment, _ call: ServerAPICall
  ) async throws(ServerAPIError) -> VerifyReceiptResponse {
    let answer = try await sender.answer(to: call, in: environment)
    guard answer.isSuccess else {
      throw ServerAPIError(ofReceipt: answer, at: sender.context.now())
    }
    do {
      return try VerifyReceiptResponse(Array(answer.body), from: environment)
    } catch {
      throw ServerAPIError(unreadable: error, status: answer.status)
    }
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
