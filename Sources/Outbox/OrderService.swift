import AppStore
package import Intake
package import Ledger

/// A service that asks Apple for the purchases of an order number, which no signed document tells, and
/// records what Apple signed for them.
package struct OrderService: Sendable {
  /// A purchase of an order.
  package struct Purchase: Sendable, Hashable {
    package let chain: ChainID
    package let transactionID: TransactionID
  }

  /// A reason why Apple did not tell the purchases.
  package enum Failure: Error, Hashable {
    /// The app has no key for Apple's Server API.
    case keyMissing
    /// Apple did not answer, or refused to.
    case unanswered
  }

  private let clients: ServerAPIClients
  private let intake: Intake

  package init(clients: ServerAPIClients = ServerAPIClients(), intake: Intake) {
    self.clients = clients
    self.intake = intake
  }

  /// Returns the purchases of an order number; none if it is not one of the app. Apple's sandbox has no
  /// orders. Returns after the commit.
  package func purchases(
    ofOrder id: String, of app: BundleID
  ) async throws -> [Purchase] {
    let signed = try await signedTransactions(ofOrder: id, of: app)
    guard !signed.isEmpty else { return [] }
    let recorded = try await intake.transactions.receive(
      TransactionPost(
        account: nil, signedTransactions: signed, app: app, environment: .production))
    return recorded.items.compactMap { item in
      guard let chain = item.chain, let transaction = item.transactionID else { return nil }
      return Purchase(chain: chain, transactionID: transaction)
    }
  }

  private func signedTransactions(
    ofOrder id: String, of app: BundleID
  ) async throws(Failure) -> [String] {
    let client: ServerAPIClient
    do { client = try clients.client(for: app) } catch { throw .keyMissing }
    do {
      let order = try await client.transactions.order(id)
      return order.status == 0 ? order.signedTransactions ?? [] : []
    } catch {
      if error.isNotFound || error.cause == .malformed { return [] }
      throw .unanswered
    }
  }
}
