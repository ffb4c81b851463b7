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
    try await readOn(\.historyRevision, &reading) { revision in
      let page = try await client.transactionHistory(
        of: id.rawValue, after: revision, in: store.appleEnvironment)
      return (page.signedTransactions, page.revision, page.hasMore)
    }
    try await readOn(\.refundRevision, &reading) { revision in
      let page = try await client.refundHistory(
        of: id.rawValue, after: revision, in: store.appleEnvironment)
      return (page.signedTransactions, page.revision, page.hasMore)
    }
    try await watches.keep(
      reading.cursor, of: reading.chains, in: store.bundleID, readAt: now())
    try await counts.add(reading.count, kind: "history", of: store, at: now())
    return reading.count
  }

  func client(for store: StoreFront) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    guard let client = clients.client(for: store.bundleID) else { throw ServerAPIKeyMissing() }
    return client
  }

  private typealias Page = (signedTransactions: [String], revision: String, hasMore: Bool)

  private struct Reading {
    let store: StoreFront
    var cursor = HistoryCursor()
    var chains: Set<ChainID> = []
    var count = ReconciliationCount()
  }

  /// Reads one of the histories on to its end.
  private func readOn(
    _ revision: WritableKeyPath<HistoryCursor, String?>, _ reading: inout Reading,
    nextPage: (_ after: String?) async throws -> Page
  ) async throws {
    var hasMore = true
    while hasMore {
      let page = try await nextPage(reading.cursor[keyPath: revision])
      try await take(page.signedTransactions, &reading)
      reading.cursor[keyPath: revision] = page.revision
      hasMore = page.hasMore
      try await watches.keep(
        reading.cursor, of: reading.chains, in: reading.store.bundleID, readAt: nil)
    }
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

/// An app has no key for Apple's Server API.
package struct ServerAPIKeyMissing: Error {}

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
