import Ledger
package import Outbox

/// A handler that reads Apple's whole history of the customer of a chain: transactions and refunds,
/// each from the position it was read to.
package struct HistoryHandler: JobHandler {
  package let kinds: Set<JobKind> = [.history]
  private let histories: CustomerHistories

  package init(_ histories: CustomerHistories) {
    self.histories = histories
  }

  package func perform(_ job: Job) async throws -> JobResult {
    try await job.askingApple(by: histories.cursors) { store, chain in
      // A link may name a later transaction, whose id is no chain's.
      let isChain = try await histories.cursors.cursor(chain) != nil
      try await histories.read(
        customerOf: TransactionID(job.subject), in: store, chain: isChain ? chain : nil)
    }
  }
}
