package import Foundation

/// The requests for subscription statuses and for extensions of renewal dates.
package struct SubscriptionRequests: Sendable {
  private struct Accepted: Decodable { let requestIdentifier: String }

  private let sender: AppleSender

  init(_ sender: AppleSender) {
    self.sender = sender
  }

  /// Returns the latest state of each of a customer's chains. Any of the customer's transactions
  /// identifies the customer.
  ///
  /// - Parameter statuses: the statuses of the chains to return; empty for all.
  package func statuses(
    of id: String, status statuses: [AllSubscriptionStatuses.Status] = [],
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> AllSubscriptionStatuses {
    let call = try ServerAPICall(
      .subscriptions, [("transactionId", id)],
      query: statuses.map { ("status", "\($0.rawValue)") })
    return try await sender.ask(call, in: environment)
  }

  package func extendRenewalDate(
    _ request: ExtendRenewalDateRequest, of originalTransactionID: String,
    in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> ExtendRenewalDateResponse {
    let ids = [("originalTransactionId", originalTransactionID)]
    return try await sender.ask(
      ServerAPICall(.extend, ids, body: .init(json: request)), in: environment)
  }

  /// Requests an extension for all subscribers, which takes Apple hours or days.
  package func extendRenewalDates(
    _ request: MassExtendRenewalDateRequest, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) {
    let call = try ServerAPICall(.extendAll, body: .init(json: request))
    _ = try await sender.ask(call, in: environment, as: Accepted.self)
  }

  package func massExtensionStatus(
    of requestIdentifier: UUID, productID: String, in environment: ServerAPIEnvironment
  ) async throws(ServerAPIError) -> MassExtendRenewalDateStatus {
    let ids = [
      ("productId", productID), ("requestIdentifier", requestIdentifier.uuidString.lowercased()),
    ]
    return try await sender.ask(ServerAPICall(.extendAllStatus, ids), in: environment)
  }
}
