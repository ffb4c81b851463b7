import AppStore
package import Intake
import Ledger

/// Tells Apple that a transaction was delivered, where the app wants that.
///
/// One whose coins are not all acknowledged is left alone: each acknowledgement owes it anew. So is one
/// bought before this ledger opened.
package struct FinishHandler: ErrandHandler {
  package let kinds: Set<ErrandKind> = [.finish]
  private let policies: [BundleID: FinishPolicy]
  private let intake: Intake
  private let clients: ServerAPIClients

  package init(_ apps: [ConfiguredApp], intake: Intake, clients: ServerAPIClients) {
    policies = Dictionary(
      apps.map { ($0.bundleID, $0.finish) }, uniquingKeysWith: { first, _ in first })
    self.intake = intake
    self.clients = clients
  }

  package func perform(_ errand: Errand) async throws -> ErrandOutcome {
    guard let (id, chain) = errand.transaction else {
      return .unreadable
    }
    let policy = errand.bundleID.flatMap { policies[$0] } ?? .off
    guard try await isDue(id, in: chain, by: policy) else { return .done }
    return try await clients.ask(for: errand) { desk in
      try await desk.client.finish(id.rawValue, in: desk.environment)
    }
  }

  private func isDue(
    _ id: TransactionID, in chain: ChainID, by policy: FinishPolicy
  ) async throws -> Bool {
    guard policy != .off else { return false }
    let deliveries = try await intake.deliveries(of: chain)
    guard !deliveries.isElsewhere(id) else { return false }
    return policy == .recorded || deliveries.isBooked(id)
  }
}
