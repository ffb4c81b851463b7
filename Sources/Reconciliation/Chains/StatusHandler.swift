import AppStore
import Intake
import Ledger
package import Outbox

/// A handler that asks Apple for the status of the subscriptions of a chain's customer, and ingests
/// the answer.
package struct StatusHandler: JobHandler {
  package let kinds: Set<JobKind> = [.status]
  private let histories: CustomerHistories

  package init(_ histories: CustomerHistories) {
    self.histories = histories
  }

  package func perform(_ job: Job) async throws -> JobResult {
    try await job.askingApple { store, chain in
      let statuses = try await histories.client(for: store)
        .subscriptions.statuses(of: job.subject, in: store.appleEnvironment)
      try await take(statuses, in: store)
      try await histories.cursors.asked(about: chain, at: histories.now())
    }
  }

  private func take(_ statuses: AllSubscriptionStatuses, in store: StoreEndpoint) async throws {
    let latest = statuses.data.flatMap(\.lastTransactions)
    var count = ReconciliationCount()
    for jws in latest.flatMap({ [$0.signedTransactionInfo, $0.signedRenewalInfo] }) {
      guard let jws else { continue }
      do {
        let document = try await histories.intake.documents.ingest(Array(jws.utf8))
        if document.duplicate { count.present += 1 } else { count.repaired += 1 }
      } catch let rejection as Rejection where !rejection.isRetryable {
        count.rejected += 1
      }
    }
    try await histories.counts.add(count, kind: "status", of: store, at: histories.now())
  }
}
