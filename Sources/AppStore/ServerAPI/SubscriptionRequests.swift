/// The requests for subscription statuses.
package struct SubscriptionRequests: Sendable {
  private let sender: AppleSender

  init(_ sender: AppleSender) {
    self.sender = sender
  }

  /// Returns the latest state of each of a customer's chains. Any of the customer's transactions
  /// identifies the customer.
  package func statuses(
    of id: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> AllSubscriptionStatuses {
    try await sender.ask(
      ServerAPICall(.subscriptions, [("transactionId", id)]), in: environment)
  }
}
