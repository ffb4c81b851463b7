package import AppStore
package import AppStoreSimulator
import Foundation

/// A simulated App Store that a test controls.
package protocol PlayedStore: Sendable {
  var simulation: Simulation { get }
}

extension PlayedStore {
  /// Buys a product and returns the transaction's id, or an empty string if the purchase was not
  /// completed.
  @discardableResult
  package func buy(_ product: String, by customer: Int = 0) async throws -> String {
    try await simulation.withWorld { world in
      guard case .completed(let index) = try world.buy(PurchaseCommand(product), by: customer)
      else {
        return ""
      }
      return world.transactions[index].id
    }
  }

  package func refund(_ transaction: String) async throws {
    try await simulation.withWorld { world in
      try world.refund(world.transaction(transaction), share: nil)
    }
  }

  package func advance(days: Int64) async {
    await simulation.withWorld { $0.advance(to: $0.now + days * 86_400_000) }
  }

  /// Returns the payload of a JWS after verifying the simulated Apple's signature.
  package func verified<Payload: AppleSigned>(
    _ jws: String, as type: Payload.Type = TransactionPayload.self
  ) async throws -> Payload {
    let root = try RootCertificate(
      fileContents: Array(simulation.authority.rootCertificatePEM.utf8))
    return try await PayloadVerifier(roots: [root])
      .verify(jws, as: type, now: Date(timeIntervalSince1970: 2_000_000_000)).payload
  }
}
