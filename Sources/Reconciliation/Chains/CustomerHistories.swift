import AppStore
package import Intake
package import Ledger
package import Outbox

/// Apple's histories of single customers: every page is taken in before the next one is asked for.
package struct CustomerHistories: Sendable {
  let clients: ServerAPIClients
  let intake: Intake
  let watches: ChainWatches
  let counts: HistoryCounts
  let now: @Sendable () -> Instant

  package init(
    clients: ServerAPIClients, intake: Intake, watches: ChainWatches, counts: HistoryCounts,
    now: @escaping @Sendable () -> Instant
  ) {
    self.clients = clients
    self.intake = intake
    self.watches = watches
    self.counts = counts
    self.now = now
  }

  /// Reads on both histories of a customer to their ends.
  ///
  /// - Parameters:
  ///   - id: any transaction of theirs.
  ///   - chain: the one it belongs to; nil where that is not known.
  @discardableResult
  package func read(
    customerOf id: TransactionID, in store: StoreFront, chain: ChainID? = nil
  ) async throws -> ReconciliationCount {
    let client = try client(for: store)
    var reading = Reading(store: store)
    if let chain {
      reading.chains = [chain]
      reading.cursor = try await watches.watch(chain)?.cursor ?? HistoryCursor()
    }
    try await readOn(
      client.transactionHistoryPages(
        of: id.rawValue, after: reading.cursor.historyRevision, in: store.appleEnvironment),
      \.historyRevision, &reading)
    try await keep(reading)
    try await readOn(
      client.refundHistoryPages(
        of: id.rawValue, after: reading.cursor.refundRevision, in: store.appleEnvironment),
      \.refundRevision, &reading)
    try await keep(reading, readAt: now())
    try await counts.add(reading.count, kind: "history", of: store, at: now())
    return reading.count
  }

  func client(for store: StoreFront) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    try clients.client(for: store.bundleID)
  }

  private struct Reading {
    let store: StoreFront
    var cursor = HistoryCursor()
    var chains: Set<ChainID> = []
    var count = ReconciliationCount()
  }

  /// Reads one of the histories on to its end; how far it is, is written down before each further page.
  private func readOn<Page: RevisedPage>(
    _ pages: ServerAPIPages<Page>, _ revision: WritableKeyPath<HistoryCursor, String?>,
    _ reading: inout Reading
  ) async throws {
    for try await page in pages {
      try await take(page.signedTransactions, &reading)
      reading.cursor[keyPath: revision] = page.revision
      if page.hasMore { try await keep(reading) }
    }
  }

  /// - Parameter readAt: once both histories are read to their ends.
  private func keep(_ reading: Reading, readAt: Instant? = nil) async throws {
    try await watches.keep(
      reading.cursor, of: reading.chains, in: reading.store.bundleID, readAt: readAt)
  }

  /// What is refused here is counted and holds nothing up: it is Apple's own word, and stays with Apple.
  private func take(_ signed: [String], _ reading: inout Reading) async throws {
    guard !signed.isEmpty else { return }
    let submission = try await intake.receive(
      TransactionPost(account: nil, signedTransactions: signed))
    reading.count += ReconciliationCount(submission)
    reading.chains.formUnion(submission.items.compactMap(\.chain))
  }
}

extension ReconciliationCount {
  /// What of these transactions was here.
  package init(_ submission: Submission) {
    self.init()
    for item in submission.items {
      switch item.state {
      case .settled where item.duplicate: present += 1
      case .settled: repaired += 1
      case .rejected, .pending: refused += 1
      }
    }
  }
}
