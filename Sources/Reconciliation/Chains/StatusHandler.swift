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
    try await job.askingApple(by: histories.cursors) { store, chain in
      let statuses = try await histories.client(for: store)
        .subscriptions.statuses(of: job.subject, in: store.appleEnvironment)
      try await take(statuses, in: store)
      try await histories.cursors.asked(about: chain, at: histories.now())
    }
  }

  private func take(_ statuses: AllSubscriptionStatuses, in store: StoreEndpoint) async throws {
    let (documents, origin) = (histories.intake.documents, DocumentOrigin(app: store.bundleID))
    var count = ReconciliationCount()
    for latest in statuses.data.flatMap(\.lastTransactions) {
      if let jws = latest.signedTransactionInfo {
        try await count.add { try await documents.ingest(Array(jws.utf8), from: origin) }
      }
      if let jws = latest.signedRenewalInfo {
        let status = latest.status.map(RenewalStatus.init(rawValue:))
        try await count.add {
          try await documents.ingest(renewal: Array(jws.utf8), status: status, from: origin)
        }
      }
    }
    try await histories.counts.add(count, kind: "status", of: store, at: histories.now())
  }
}

extension ReconciliationCount {
  /// Counts a document by its presence in the ledger. One that is rejected for ever blocks no other.
  fileprivate mutating func add(_ ingest: () async throws -> IngestedDocument) async throws {
    do {
      if try await ingest().duplicate { present += 1 } else { repaired += 1 }
    } catch let rejection as Rejection where !rejection.isRetryable {
      rejected += 1
    }
  }
}
