import AppStore
import Hummingbird

/// The endpoints for paged lists of a customer's transactions.
struct ListEndpoints: Sendable {
  let simulation: Simulation

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

/// A page of up to twenty of a customer's transactions.
struct TransactionPage: Sendable {
  static let size = 20

  let customer: StoreCustomer
  let app: SimulatedApp
  let contents: [SignableTransaction]
  let hasMore: Bool
  /// The position of the last transaction; if the page is empty, the requested position.
  let place: Int64
  let signedAt: Int64
}

extension World {
  /// Returns a page ordered by last change, so that a transaction that changes appears again.
  func historyPage(
    of customer: Int, _ filter: HistoryFilter, after place: Int64?
  ) -> TransactionPage {
    let direction: Int64 = filter.isDescending ? -1 : 1
    return page(of: customer, after: place) { transaction in
      filter.admits(transaction) ? direction * Int64(transaction.modification) : nil
    }
  }

  /// Returns a page of refunded transactions, ordered by the date of the refund.
  func refundPage(of customer: Int, after place: Int64?) -> TransactionPage {
    page(of: customer, after: place) { transaction in
      transaction.isFamilyShared ? nil : transaction.content.revocationDate
    }
  }

  /// - Parameter key: returns a transaction's position, ascending through the pages; nil to leave
  ///   the transaction out.
  private func page(
    of customer: Int, after place: Int64?, by key: (StoreTransaction) -> Int64?
  ) -> TransactionPage {
    var found: [(place: Int64, index: Int)] = []
    for index in customers[customer].transactions {
      guard let key = key(transactions[index]), place.map({ key > $0 }) ?? true else { continue }
      found.append((key, index))
    }
    found.sort { $0.place < $1.place }
    let shown = found.prefix(TransactionPage.size)
    return TransactionPage(
      customer: customers[customer], app: app, contents: shown.map { laterCopy($0.index) },
      hasMore: found.count > shown.count, place: shown.last?.place ?? place ?? Int64.min,
      signedAt: now)
  }
}
