import AppStore
package import Intake
package import Ledger
package import Outbox

/// A reader of Apple's histories of single customers. Every page is ingested before the next one is
/// requested.
package struct CustomerHistories: Sendable {
  let clients: ServerAPIClients
  let intake: Intake
  let cursors: ReconciliationCursors
  let counts: HistoryCounts
  let now: @Sendable () -> Instant

  package init(
    clients: ServerAPIClients, intake: Intake, cursors: ReconciliationCursors,
    counts: HistoryCounts,
    now: @escaping @Sendable () -> Instant
  ) {
    self.clients = clients
    self.intake = intake
    self.cursors = cursors
    self.counts = counts
    self.now = now
  }

  /// Continues both histories of a customer to their ends.
  ///
  /// - Parameters:
  ///   - id: any transaction of the customer.
  ///   - chain: the chain of the transaction; nil if it is unknown.
  @discardableResult
  package func read(
    customerOf id: TransactionID, in store: StoreEndpoint, chain: ChainID? = nil
  ) async throws -> ReconciliationCount {
    let client = try client(for: store)
    var reading = Reading(store: store)
    if let chain {
      reading.chains = [chain]
      reading.cursor = try await cursor(of: chain)
    }
    try await readOn(
      client.histories.transactionPages(
        of: id.rawValue, after: reading.cursor.historyRevision, in: store.appleEnvironment),
      \.historyRevision, &reading)
    try await keep(reading)
    try await readOn(
      client.histories.refundPages(
        of: id.rawValue, after: reading.cursor.refundRevision, in: store.appleEnvironment),
      \.refundRevision, &reading)
    try await keep(reading, readAt: now())
    try await counts.add(reading.count, kind: "history", of: store, at: now())
    return reading.count
  }

  /// Returns the position from which the histories of a chain's customer are read on. Apple's history of
  /// transactions is read from its beginning while it lacks a price, because Apple mends old pages.
  private func cursor(of chain: ChainID) async throws -> HistoryCursor {
    var cursor = try await cursors.cursor(chain)?.cursor ?? HistoryCursor()
    let state = try await intake.deliveries.deliveries(of: chain).book.chain
    if !state.transactionsMissingPrice.isEmpty { cursor.historyRevision = nil }
    return cursor
  }

  func client(for store: StoreEndpoint) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    try clients.client(for: store.bundleID)
  }

  private struct Reading {
    let store: StoreEndpoint
    var cursor = HistoryCursor()
    var chains: Set<ChainID> = []
    var count = ReconciliationCount()
  }

  /// Continues one of the histories to its end. Records the position before each further page.
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

  /// Records the position in the histories.
  ///
  /// - Parameter readAt: the present moment once both histories are read to their ends; nil before.
  private func keep(_ reading: Reading, readAt: Instant? = nil) async throws {
    try await cursors.keep(reading.cursor, of: reading.chains, readAt: readAt)
  }

  /// Ingests transactions. A rejected transaction is counted and blocks nothing: it comes from
  /// Apple, and stays there.
  private func take(_ signed: [String], _ reading: inout Reading) async throws {
    guard !signed.isEmpty else { return }
    let submission = try await intake.transactions.receive(
      TransactionPost(account: nil, signedTransactions: signed))
    reading.count += ReconciliationCount(submission)
    reading.chains.formUnion(submission.items.compactMap(\.chain))
  }
}

extension ReconciliationCount {
  /// Counts the transactions of a submission by their presence in the ledger.
  package init(_ submission: Submission) {
    self.init()
    for item in submission.items {
      switch item.state {
      case .settled where item.duplicate: present += 1
      case .settled: repaired += 1
      case .rejected, .pending, .partial: rejected += 1
      }
    }
  }
}
