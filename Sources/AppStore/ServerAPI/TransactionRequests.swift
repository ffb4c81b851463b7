/// The requests about one transaction or one order.
package struct TransactionRequests: Sendable {
  private struct TransactionInfo: Decodable { let signedTransactionInfo: String }

  private let sender: AppleSender

  init(_ sender: AppleSender) {
    self.sender = sender
  }

  /// Returns the current state of a transaction as a JWS not verified yet.
  package func transaction(
    _ id: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> String {
    let call = try ServerAPICall(.transaction, [("transactionId", id)])
    return try await sender.ask(call, in: environment, as: TransactionInfo.self)
      .signedTransactionInfo
  }

  /// Returns a transaction whose environment is unknown, together with the environment. Requests
  /// production, then the sandbox if production knows no such transaction.
  package func transactionInEitherEnvironment(
    _ id: String
  ) async throws(ServerAPIError) -> (String, ServerAPIEnvironment) {
    do {
      return (try await transaction(id, in: .production), .production)
    } catch {
      guard error.namesOtherEnvironment else { throw error }
    }
    return (try await transaction(id, in: .sandbox), .sandbox)
  }

  /// Returns the transactions of an order number. The sandbox has no orders.
  package func order(_ id: String) async throws(ServerAPIError) -> LookedUpOrder {
    try await sender.ask(ServerAPICall(.order, [("orderId", id)]), in: .production)
  }

  /// Marks a transaction as finished at Apple, as if the game had finished it.
  package func finish(
    _ transactionID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(.finish, [("transactionId", transactionID)])
    try await sender.send(call, in: environment)
  }

  /// Sends consumption information, within twelve hours of Apple's request and only with consent.
  package func sendConsumption(
    _ body: ConsumptionRequestBody, about transactionID: String,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(
      .consumption, [("transactionId", transactionID)], body: .init(json: body))
    try await sender.send(call, in: environment)
  }
}
