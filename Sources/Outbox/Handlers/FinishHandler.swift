import AppStore
package import Intake
import Ledger

/// A handler that reports to Apple that a transaction was delivered, if the app's policy says so.
///
/// Under the policy `acknowledged`, a transaction with unacknowledged coins is left alone: each
/// acknowledgement enqueues the job again. A purchase from before the cut-over date is left alone
/// too.
package struct FinishHandler: JobHandler {
  package let kinds: Set<JobKind> = [.finish]
  private let policies: [BundleID: FinishPolicy]
  private let intake: Intake
  private let clients: ServerAPIClients

  package init(_ apps: [ConfiguredApp], intake: Intake, clients: ServerAPIClients) {
    policies = Dictionary(
      apps.map { ($0.bundleID, $0.finish) }, uniquingKeysWith: { first, _ in first })
    self.intake = intake
    self.clients = clients
  }

  package func perform(_ job: Job) async throws -> JobResult {
    guard let (id, chain) = job.transaction else {
      return .unreadable
    }
    let policy = job.bundleID.flatMap { policies[$0] } ?? .off
    guard try await isDue(id, in: chain, by: policy) else { return .done }
    return try await clients.ask(for: job) { service in
      try await service.client.transactions.finish(id.rawValue, in: service.environment)
    }
  }

  private func isDue(
    _ id: TransactionID, in chain: ChainID, by policy: FinishPolicy
  ) async throws -> Bool {
    guard policy != .off else { return false }
    let deliveries = try await intake.deliveries.deliveries(of: chain)
    guard !deliveries.isGrantedExternally(id) else { return false }
    return policy == .recorded || deliveries.isBooked(id)
  }
}
