import Ledger
package import Outbox

/// Reads all of Apple's history of the customer whose chain is named: transactions and refunds, each from
/// where it was read to.
package struct HistoryHandler: ErrandHandler {
  package let kinds: Set<ErrandKind> = [.history]
  private let histories: CustomerHistories

  package init(_ histories: CustomerHistories) {
    self.histories = histories
  }

  package func perform(_ errand: Errand) async throws -> ErrandOutcome {
    try await errand.askingApple { store, chain in
      try await histories.read(
        customerOf: TransactionID(errand.subject), in: store, chain: chain)
    }
  }
}
