import AppStore
import Intake
import Ledger
package import Outbox

/// Asks Apple how the subscriptions of a chain's customer stand, and takes the answer in.
package struct StatusHandler: ErrandHandler {
  package let kinds: Set<ErrandKind> = [.status]
  private let histories: CustomerHistories

  package init(_ histories: CustomerHistories) {
    self.histories = histories
  }

  package func perform(_ errand: Errand) async throws -> ErrandOutcome {
    try await errand.askingApple { store, chain in
      let statuses = try await histories.client(for: store)
        .subscriptionStatuses(of: errand.subject, in: store.appleEnvironment)
      try await take(statuses, in: store)
      try await histories.watches.asked(about: chain, at: histories.now())
    }
  }

  private func take(_ statuses: AllSubscriptionStatuses, in store: StoreFront) async throws {
    let latest = statuses.data.flatMap(\.lastTransactions)
    var count = ReconciliationCount()
    for jws in latest.flatMap({ [$0.signedTransactionInfo, $0.signedRenewalInfo] }) {
      guard let jws else { continue }
      do {
        let document = try await histories.intake.ingest(Array(jws.utf8))
        if document.duplicate { count.present += 1 } else { count.repaired += 1 }
      } catch let refusal as Refusal where !refusal.isRetryable {
        count.refused += 1
      }
    }
    try await histories.counts.add(count, kind: "status", of: store, at: histories.now())
  }
}
