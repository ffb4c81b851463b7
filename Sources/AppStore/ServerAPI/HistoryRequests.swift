/// The requests for a customer's transactions and refunds. Any of the customer's transactions
/// identifies the customer.
package struct HistoryRequests: Sendable {
  private struct RefundsV1: Decodable { let signedTransactions: [String] }

  private let sender: AppleSender

  init(_ sender: AppleSender) {
    self.sender = sender
  }

  /// - Parameter revision: the revision of the previous page under the same filter; nil for the
  ///   first page.
  package func transactions(
    of id: String, after revision: String? = nil, filter: TransactionHistoryFilter = .everything,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    try await page(.history, of: id, after: revision, filter, environment)
  }

  package func transactionPages(
    of id: String, after revision: String? = nil, filter: TransactionHistoryFilter = .everything,
    in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<TransactionHistoryPage> {
    ServerAPIPages(after: revision) { revision throws(ServerAPIError) in
      try await transactions(of: id, after: revision, filter: filter, in: environment)
    }
  }

  /// Returns the history in the format before June 2024, without finished consumables.
  package func transactionsV1(
    of id: String, after revision: String? = nil, filter: TransactionHistoryFilter = .everything,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    try await page(.historyV1, of: id, after: revision, filter, environment)
  }

  /// - Parameter revision: the revision of the previous page; nil for the first page.
  package func refunds(
    of id: String, after revision: String? = nil, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> RefundHistoryPage {
    let call = try ServerAPICall(
      .refunds, [("transactionId", id)], query: revision.map { [("revision", $0)] } ?? [])
    return try await sender.ask(call, in: environment)
  }

  package func refundPages(
    of id: String, after revision: String? = nil, in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<RefundHistoryPage> {
    ServerAPIPages(after: revision) { revision throws(ServerAPIError) in
      try await refunds(of: id, after: revision, in: environment)
    }
  }

  /// Returns the refunds in the format before August 2022: at most the newest fifty.
  package func refundsV1(
    of originalTransactionID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> [String] {
    let call = try ServerAPICall(.refundsV1, [("originalTransactionId", originalTransactionID)])
    return try await sender.ask(call, in: environment, as: RefundsV1.self).signedTransactions
  }

  private func page(
    _ endpoint: ServerAPIEndpoint, of id: String, after revision: String?,
    _ filter: TransactionHistoryFilter, _ environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    let query = filter.query + (revision.map { [("revision", $0)] } ?? [])
    return try await sender.ask(
      ServerAPICall(endpoint, [("transactionId", id)], query: query), in: environment)
  }
}
