import AppStore
import Hummingbird

/// Paged lists of a customer's transactions.
extension ServerAPI {
  private struct History: Encodable {
    let revision: String
    let bundleId: String
    let appAppleId: Int64?
    let environment: String
    let hasMore: Bool
    let signedTransactions: [String]
  }

  func history(_ call: StoreCall, leavingOut omission: HistoryFilter.Omission) async throws
    -> Response
  {
    let filter = try HistoryFilter(call, leavingOut: omission)
    let (page, revision) = try await page(call, named: "history", filter) {
      $0.historyPage(of: $1, filter, after: $2)
    }
    return try Response(
      json: History(
        revision: revision, bundleId: page.app.bundleID, appAppleId: page.app.toldAppAppleID,
        environment: page.app.environment.rawValue, hasMore: page.hasMore,
        signedTransactions: sign(page)))
  }

  private struct Refunds: Encodable {
    let hasMore: Bool
    let revision: String
    let signedTransactions: [String]
  }

  func refunds(_ call: StoreCall) async throws -> Response {
    let (page, revision) = try await page(call, named: "refunds", [String]()) {
      $0.refundPage(of: $1, after: $2)
    }
    return try Response(
      json: Refunds(
        hasMore: page.hasMore, revision: revision, signedTransactions: sign(page)))
  }

  /// Returns the page after the requested revision, and the revision for the next page.
  private func page(
    _ call: StoreCall, named name: String, _ filter: some Encodable & Sendable,
    after: @escaping @Sendable (World, _ customer: Int, _ place: Int64?) -> TransactionPage
  ) async throws -> (TransactionPage, String) {
    let revision = try call.value("revision", or: .invalidRequestRevision)
    return try await simulation.withWorld { world in
      let customer = try world.customer(ofAny: call.id)
      let cursor = try Cursor(name, of: world.customers[customer].appTransactionID, filter)
      var place: Int64?
      if let revision {
        guard let numbers = cursor.numbers(in: revision) else {
          throw APIError.invalidRequestRevision
        }
        place = numbers.first
      }
      let page = after(world, customer, place)
      return (page, cursor.text(page.place))
    }
  }

  private func sign(_ page: TransactionPage) throws -> [String] {
    let signer = simulation.authority.signer(at: page.signedAt)
    return try page.contents.map { try signer.sign($0) }
  }
}
