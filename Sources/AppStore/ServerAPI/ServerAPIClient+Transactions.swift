package import Foundation

/// What concerns one transaction, one order, or the download of the app.
extension ServerAPIClient {
  private struct TransactionInfo: Decodable { let signedTransactionInfo: String }
  private struct AppTransactionInfo: Decodable { let signedAppTransactionInfo: String }
  private struct AppAccountToken: Encodable { let appAccountToken: String }

  /// A transaction as it is now: a JWS, not verified yet.
  package func transaction(
    _ id: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> String {
    let call = try ServerAPICall(.transaction, [("transactionId", id)])
    return try await ask(call, in: environment, as: TransactionInfo.self).signedTransactionInfo
  }

  /// For an id of which nobody has told the environment.
  package func transactionInEitherEnvironment(
    _ id: String
  ) async throws(ServerAPIError) -> (String, ServerAPIEnvironment) {
    try await inEitherEnvironment { environment throws(ServerAPIError) in
      try await transaction(id, in: environment)
    }
  }

  /// The download of the app by a customer, named by any of their ids: a JWS, not verified yet.
  package func appTransaction(
    of id: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> String {
    let call = try ServerAPICall(.appTransaction, [("transactionId", id)])
    return try await ask(call, in: environment, as: AppTransactionInfo.self)
      .signedAppTransactionInfo
  }

  /// What an order number stands for. The sandbox has none.
  package func order(_ id: String) async throws(ServerAPIError) -> LookedUpOrder {
    try await ask(ServerAPICall(.order, [("orderId", id)]), in: .production)
  }

  /// Apple then takes the transaction for finished, as if the game had finished it.
  package func finish(
    _ transactionID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(.finish, [("transactionId", transactionID)])
    try await send(call, in: environment)
  }

  /// Gives a chain a token, or another one, from now on.
  package func setAppAccountToken(
    _ token: UUID, of originalTransactionID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let body = try ServerAPICall.Body(
      json: AppAccountToken(appAccountToken: token.uuidString.lowercased()))
    let ids = [("originalTransactionId", originalTransactionID)]
    try await send(ServerAPICall(.appAccountToken, ids, body: body), in: environment)
  }

  /// Within twelve hours of Apple's request, and only where the customer consented.
  package func sendConsumption(
    _ body: ConsumptionRequestBody, about transactionID: String,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(
      .consumption, [("transactionId", transactionID)], body: .init(json: body))
    try await send(call, in: environment)
  }

  /// The same in the first version's numbers.
  package func sendConsumption(
    _ body: ConsumptionRequestBodyV1, about transactionID: String,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(
      .consumptionV1, [("transactionId", transactionID)], body: .init(json: body))
    try await send(call, in: environment)
  }
}
