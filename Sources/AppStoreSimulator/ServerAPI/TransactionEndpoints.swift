import AppStore
import Foundation
import HTTPTypes
import Hummingbird

/// The endpoints for one transaction, one order or the app transaction.
struct TransactionEndpoints: Sendable {
  let simulation: Simulation

  private struct TransactionInfo: Encodable { let signedTransactionInfo: String }

  func transaction(_ call: StoreCall) async throws -> Response {
    let content = try await simulation.withWorld { world in
      world.laterCopy(try world.transaction(named: call.id))
    }
    let signer = simulation.authority.signer(at: content.signedDate)
    return try Response(json: TransactionInfo(signedTransactionInfo: signer.sign(content)))
  }

  private struct AppTransactionInfo: Encodable { let signedAppTransactionInfo: String }

  func appTransaction(_ call: StoreCall) async throws -> Response {
    let content = try await simulation.withWorld { world in
      world.appTransaction(of: try world.customer(ofAny: call.id))
    }
    let signer = simulation.authority.signer(at: content.receiptCreationDate)
    return try Response(json: AppTransactionInfo(signedAppTransactionInfo: signer.sign(content)))
  }

  private struct Order: Encodable {
    /// The status: 0 if the order exists, 1 if not.
    let status: Int
    let signedTransactions: [String]?
  }

  func order(_ call: StoreCall) async throws -> Response {
    let found = try await simulation.withWorld { world in
      guard world.app.environment == .production else { throw HTTPError(.notFound) }
      return world.order(named: call.id)
    }
    guard let found else { return try Response(json: Order(status: 1, signedTransactions: nil)) }
    let signer = simulation.authority.signer(at: found.signedDate)
    return try Response(json: Order(status: 0, signedTransactions: [signer.sign(found)]))
  }

  func finish(_ call: StoreCall) async throws -> Response {
    try await simulation.withWorld { world in
      world.finish(try world.transaction(named: call.id))
    }
    return Response(status: .ok)
  }

  func setAppAccountToken(_ call: StoreCall) async throws -> Response {
    let text = try call.fields().text("appAccountToken", or: .invalidAppAccountTokenUUID)
    guard let token = UUID(uuidString: text) else { throw APIError.invalidAppAccountTokenUUID }
    try await simulation.withWorld { world in
      let index = try world.transaction(named: call.id)
      guard world.transactions[index].isOriginal else {
        throw APIError.transactionIDIsNotOriginalTransactionID
      }
      guard !world.transactions[index].isFamilyShared else {
        throw APIError.familyTransactionNotSupported
      }
      world.assign(token.uuidString.lowercased(), toTransactionsFrom: index)
    }
    return Response(status: .ok)
  }
}

extension World {
  fileprivate func appTransaction(of customer: Int) -> SignableAppTransaction {
    var content = SignableAppTransaction(
      bundleId: app.bundleID, receiptCreationDate: now,
      originalPurchaseDate: customers[customer].downloadedAt,
      receiptType: app.environment.rawValue)
    content.appAppleId = app.toldAppAppleID
    content.requestDate = now
    content.appTransactionId = customers[customer].appTransactionID
    return content
  }

  /// Returns the transaction of an order. Orders belong to the purchaser; a family member has none.
  fileprivate func order(named id: String) -> SignableTransaction? {
    transactions.firstIndex { $0.orderID == id && !$0.isFamilyShared }.map { laterCopy($0) }
  }
}
