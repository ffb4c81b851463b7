import AppStore
import Foundation
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
  let queue: JobQueue
  let now: @Sendable () -> Instant
  private let beingRead = CustomersBeingRead()

  package init(
    clients: ServerAPIClients, intake: Intake, cursors: ReconciliationCursors,
    counts: HistoryCounts, queue: JobQueue, now: @escaping @Sendable () -> Instant
  ) {
    self.clients = clients
    self.intake = intake
    self.cursors = cursors
    self.counts = counts
    self.queue = queue
    self.now = now
  }

  /// Continues both histories of a customer to their ends. A reading from the beginning serves every chain
  /// of the customer; the first one of a chain is left out if a reading for another chain has served it meanwhile.
  ///
  /// - Parameters:
  ///   - id: any transaction of the customer.
  ///   - chain: the chain of the transaction; nil if it is unknown.
  @discardableResult
  package func read(
    customerOf id: TransactionID, in store: StoreEndpoint, chain: ChainID? = nil
  ) async throws -> ReconciliationCount {
    let client = try client(for: store)
    guard let chain else {
      return try await read(customerOf: id, Reading(store: store, begunAt: now()), by: client)
    }
    let state = try await intake.deliveries.deliveries(of: chain).book.chain
    if state.owner != .none, try await !cursors.isRead(chain) {
      return try await beingRead.reading(.init(store: store, owner: state.owner)) {
        if try await cursors.isRead(chain) { return ReconciliationCount() }
        return try await read(customerOf: id, try await reading(of: state), by: client)
      }
    }
    return try await read(customerOf: id, try await reading(of: state), by: client)
  }

  private func read(
    customerOf id: TransactionID, _ unread: Reading, by client: ServerAPIClient
  ) async throws -> ReconciliationCount {
    let store = unread.store
    var reading = unread
    reading.isWhole = reading.cursor.historyRevision == nil
    try await readOn(
      client.histories.transactionPages(
        of: id.rawValue, after: reading.cursor.historyRevision, in: store.appleEnvironment),
      \.historyRevision, &reading)
    try await keep(reading)
    try await readOn(
      client.histories.refundPages(
        of: id.rawValue, after: reading.cursor.refundRevision, in: store.appleEnvironment),
      \.refundRevision, &reading)
    let firstRead = reading.isWhole ? try await cursors.neverRead(among: reading.chains) : []
    try await keep(reading, readAt: reading.begunAt)
    if reading.isWhole {
      // What was asked meanwhile about a chain that was never read is served, too: the reading has found the chain.
      try await settle(firstRead, askedBefore: now())
      try await settle(reading.chains.subtracting(firstRead), askedBefore: reading.begunAt)
    }
    try await counts.add(reading.count, kind: "history", of: store, at: now())
    return reading.count
  }

  /// Returns the reading of a chain's customer, from the position to which the histories were read. Apple's history
  /// of transactions is read from its beginning while it lacks a price, because Apple mends old pages.
  private func reading(of state: ChainState) async throws -> Reading {
    let store = StoreEndpoint(state.chain.bundleID, state.chain.environment)
    var reading = Reading(store: store, begunAt: now())
    reading.chains = [state.chain]
    reading.cursor = try await cursors.cursor(state.chain)?.cursor ?? HistoryCursor()
    if !state.transactionsMissingPrice.isEmpty { reading.cursor.historyRevision = nil }
    return reading
  }

  /// Deletes the requests for the histories of chains that were asked for before a moment.
  private func settle(_ chains: Set<ChainID>, askedBefore moment: Instant) async throws {
    guard !chains.isEmpty else { return }
    try await queue.administration.settleServed(
      chains.map { NewJob(.history, about: $0, dueAt: moment).id }, askedBefore: moment)
  }

  func client(for store: StoreEndpoint) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    try clients.client(for: store.bundleID)
  }

  private struct Reading {
    let store: StoreEndpoint
    let begunAt: Instant
    /// True if the transactions are read from their beginning.
    var isWhole = false
    var cursor = HistoryCursor()
    var chains: Set<ChainID> = []
    var count = ReconciliationCount()
  }

  /// Continues one of the histories to its end. Records the position before each further page.
  private func readOn<Page: RevisedPage>(
    _ pages: ServerAPIPages<Page>, _ revision: WritableKeyPath<HistoryCursor, String?>,
    _ reading: inout Reading
  ) async throws {
    var pages = pages.makeAsyncIterator()
    while let page = try await pages.next() {
      if pages.hasBegunAgain, revision == \.historyRevision { reading.isWhole = true }
      try await take(page.signedTransactions, &reading)
      reading.cursor[keyPath: revision] = page.revision ?? reading.cursor[keyPath: revision]
      if page.hasMore { try await keep(reading) }
    }
  }

  /// Records the position in the histories.
  ///
  /// - Parameter readAt: the moment when the reading began, once both histories are read to their ends; nil
  ///   before.
  private func keep(_ reading: Reading, readAt: Instant? = nil) async throws {
    try await cursors.keep(reading.cursor, of: reading.chains, readAt: readAt)
  }

  /// Ingests transactions. A rejected transaction is counted and blocks nothing: it comes from
  /// Apple, and stays there. Their chains are known before, so that nobody asks for the same history again.
  private func take(_ signed: [String], _ reading: inout Reading) async throws {
    guard !signed.isEmpty else { return }
    try await cursors.begin(Set(signed.compactMap { ChainID(claimedBy: $0, in: reading.store) }))
    let submission = try await intake.transactions.receive(
      TransactionPost(account: nil, signedTransactions: signed))
    reading.count += ReconciliationCount(submission)
    reading.chains.formUnion(submission.items.compactMap(\.chain))
  }
}

/// The fields of an unverified transaction that name its chain.
private struct ClaimedChain: Decodable {
  let originalTransactionId: String
  let bundleId: String
  let environment: String
}

extension ChainID {
  /// Reads the chain that an unverified transaction names; nil if it names none, or one of another store.
  fileprivate init?(claimedBy jws: String, in store: StoreEndpoint) {
    // The intake tells what is wrong with a transaction that cannot be read.
    guard let payload = try? SignedPayload(jws).payload(),
      let claimed = try? JSONDecoder().decode(ClaimedChain.self, from: Data(payload)),
      claimed.bundleId == store.bundleID.rawValue,
      claimed.environment == store.environment.rawValue
    else { return nil }
    self.init(
      store.bundleID, store.environment, OriginalTransactionID(claimed.originalTransactionId))
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
