import AppStore
import Foundation
import HTTPTypes
import Hummingbird

/// `verifyReceipt`, the service before the Server API. It asks for the app's shared secret instead
/// of a token.
struct VerifyReceiptEndpoint: Sendable {
  /// The limit of a body in bytes: a receipt of 5 MiB in Base64, and the rest.
  private static let bodyMax = 8 << 20
  private static let path: RouterPath = "/verifyReceipt"

  let simulation: Simulation
  let faults: FaultInjector

  /// Adds the route, unless the store knows no receipts.
  func add(to routes: some RouterMethods<StoreRequestContext>) {
    guard let receipts = simulation.receipts else { return }
    for method in [HTTPRequest.Method.get, .head, .put, .delete] {
      routes.on(Self.path, method: method) { _, _ -> Response in
        try Response(json: VerifyReceiptStatus.notPost.document)
      }
    }
    routes.post(Self.path) { request, context -> Response in
      try await faults.treat(context, failing: VerifyReceiptStatus.failure) {
        try await verifyReceipt(request, by: receipts)
      }
    }
  }

  private func verifyReceipt(
    _ request: Request, by issuer: ReceiptIssuer
  ) async throws -> Response {
    var request = request
    let body = Data(try await request.collectBody(upTo: Self.bodyMax).readableBytesView)
    do throws(VerifyReceiptStatus) {
      let inquiry = try ReceiptInquiry(body)
      let (app, now) = await simulation.withWorld { ($0.app, $0.now) }
      let receipt = try inquiry.receipt(of: app, by: issuer, at: now)
      let ids = receipt.purchases.map(\.transactionID)
      let purchases = await simulation.withWorld { world in
        ids.lazy.compactMap(world.customer(owning:)).first.map { world.purchases(of: $0) }
      }
      guard purchases != nil || ids.isEmpty else { throw .accountNotFound }
      return try response {
        try inquiry.answer(about: receipt, of: app, purchases, by: issuer, at: now)
      }
    } catch {
      return try Response(json: error.document)
    }
  }

  /// Returns the response with a document. A document that cannot be made is Apple's own error.
  private func response(
    _ document: () throws -> LegacyObject
  ) throws(VerifyReceiptStatus) -> Response {
    do {
      return try Response(json: document())
    } catch {
      throw .internalError
    }
  }
}

extension VerifyReceiptStatus {
  /// Returns the answer to a request that misbehavior makes fail: one of Apple's passing errors in
  /// turn, or a failure of the server.
  fileprivate static func failure(_ number: Int) throws -> Response {
    switch number % 4 {
    case 1: try Response(json: unavailable.document)
    case 2: try Response(json: internalError.document)
    case 3: try Response(json: retryableInternalError.document)
    default: Response(status: .serviceUnavailable)
    }
  }
}
