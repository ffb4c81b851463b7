/// The requests for a customer's transactions and refunds. Any of the customer's transactions
/// identifies the customer.
package struct HistoryRequests: Sendable {
  private let sender: AppleSender

  init(_ sender: AppleSender) {
    self.sender = sender
  }

  /// Returns a page, ordered by the date of the last modification. A revision serves as a later cursor only in
  /// that order.
  ///
  /// - Parameter revision: the revision of the previous page; nil for the first page.
  package func transactions(
    of id: String, after revision: String? = nil, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> TransactionHistoryPage {
    let query = [("sort", "ASCENDING")] + (revision.map { [("revision", $0)] } ?? [])
    return try await sender.ask(
      ServerAPICall(.history, [("transactionId", id)], query: query), in: environment)
  }

  package func transactionPages(
    of id: String, after revision: String? = nil, in environment: ServerAPIEnvironment
  ) -> ServerAPIPages<TransactionHistoryPage> {
    ServerAPIPages(after: revision) { revision throws(ServerAPIError) in
      try await transactions(of: id, after: revision, in: environment)
    }
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
}
