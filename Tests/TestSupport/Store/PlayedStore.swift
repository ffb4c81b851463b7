package import AppStore
package import AppStoreSimulator
import Foundation

/// A simulated App Store in which a test has things happen.
package protocol PlayedStore: Sendable {
  var simulation: Simulation { get }
}

extension PlayedStore {
  /// Buys, and says the transaction's id; none where it was not completed.
  @discardableResult
  package func buy(_ product: String, by customer: Int = 0) async throws -> String {
    try await simulation.withWorld { world in
      guard case .completed(let index) = try world.buy(PurchaseWish(product), by: customer) else {
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

  /// What Apple is to have signed, if it has.
  package func verified<Payload: AppleSigned>(
    _ jws: String, as type: Payload.Type = TransactionPayload.self
  ) async throws -> Payload {
    let root = try RootCertificate(fileContents: Array(simulation.house.rootCertificatePEM.utf8))
    return try await PayloadVerifier(roots: [root])
      .verify(jws, as: type, now: Date(timeIntervalSince1970: 2_000_000_000)).payload
  }
}
