/// Lists of a customer's transactions. Any of the customer's transactions identifies the customer.
extension ServerAPIClient {
  private struct RefundsV1: Decodable { let signedTransactions: [String] }

  /// - Parameter revision: the revision of the previous page under the same filter; nil for the
  ///   first page.
  package func transactionHistory(
    of id: String, after revision: String? = nil, filter: TransactionHistoryFilter = .everything,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    try await history(.history, of: id, after: revision, filter, environment)
  }

  package func transactionHistoryPages(
    of id: String, after revision: String? = nil, filter: TransactionHistoryFilter = .everything,
    in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<TransactionHistoryPage> {
    ServerAPIPages(after: revision) { revision throws(ServerAPIError) in
      try await transactionHistory(of: id, after: revision, filter: filter, in: environment)
    }
  }

  /// Returns the history in the format before June 2024, without finished consumables.
  package func transactionHistoryV1(
    of id: String, after revision: String? = nil, filter: TransactionHistoryFilter = .everything,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    try await history(.historyV1, of: id, after: revision, filter, environment)
  }

  /// - Parameter revision: the revision of the previous page; nil for the first page.
  package func refundHistory(
    of id: String, after revision: String? = nil, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> RefundHistoryPage {
    let call = try ServerAPICall(
      .refunds, [("transactionId", id)], query: revision.map { [("revision", $0)] } ?? [])
    return try await ask(call, in: environment)
  }

  package func refundHistoryPages(
    of id: String, after revision: String? = nil, in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<RefundHistoryPage> {
    ServerAPIPages(after: revision) { revision throws(ServerAPIError) in
      try await refundHistory(of: id, after: revision, in: environment)
    }
  }

  /// Returns the refunds in the format before August 2022: at most the newest fifty.
  package func refundHistoryV1(
    of originalTransactionID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> [String] {
    let call = try ServerAPICall(.refundsV1, [("originalTransactionId", originalTransactionID)])
    return try await ask(call, in: environment, as: RefundsV1.self).signedTransactions
  }

  private func history(
    _ endpoint: ServerAPIEndpoint, of id: String, after revision: String?,
    _ filter: TransactionHistoryFilter, _ environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    let query = filter.query + (revision.map { [("revision", $0)] } ?? [])
    return try await ask(
      ServerAPICall(endpoint, [("transactionId", id)], query: query), in: environment)
  }
}
