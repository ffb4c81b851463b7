import AppStore
import Intake
package import Ledger
import Outbox

/// A backfill of purchases from before this ledger: for each line of a file, it reads the full
/// history of the customer.
///
/// An interrupted backfill continues where it was. A line is done once its history, or the reason
/// of its failure, is recorded.
package struct Backfill: Sendable {
  /// The number of histories that are read at once: polite, and far below Apple's limits.
  private static let atOnce = 4
  /// The number of lines after which the progress is recorded.
  private static let batch = 40

  let bundleID: BundleID
  let histories: CustomerHistories
  let records: BackfillRecords
  private let patience: Patience

  package init(
    of bundleID: BundleID, by histories: CustomerHistories, records: BackfillRecords,
    rest: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.bundleID = bundleID
    self.histories = histories
    self.records = records
    patience = Patience(limit: nil, rest: rest, now: histories.now)
  }

  /// Continues to the end of the file. Throws `ServerAPIError` only if the settings have to be
  /// corrected.
  package func run(
    _ file: BackfillFile, onBatch: @Sendable (BackfillProgress) -> Void = { _ in }
  ) async throws -> BackfillProgress {
    var progress = try await records.begin(file, of: bundleID, at: histories.now())
    while progress.linesDone < file.lines.count {
      let start = Int(progress.linesDone)
      let numbers = start..<min(start + Self.batch, file.lines.count)
      let outcomes = try await read(numbers, of: file)
      progress.add(outcomes, at: histories.now(), isLast: numbers.upperBound == file.lines.count)
      try await records.close(progress, outcomes)
      onBatch(progress)
    }
    return try await retryFailures(of: file, progress)
  }

  /// Retries the failed lines once at the end. A later run retries them again.
  private func retryFailures(
    of file: BackfillFile, _ progress: BackfillProgress
  ) async throws -> BackfillProgress {
    var progress = progress
    let failed = try await records.failures(of: file.digest).map { Int($0.line) - 1 }
    for start in stride(from: 0, to: failed.count, by: Self.batch) {
      let outcomes = try await read(failed[start..<min(start + Self.batch, failed.count)], of: file)
      progress.add(again: outcomes, at: histories.now())
      try await records.close(progress, outcomes)
    }
    return progress
  }

  private func read(
    _ numbers: some Collection<Int> & Sendable, of file: BackfillFile
  ) async throws -> [BackfilledLine] {
    try await withThrowingTaskGroup(of: BackfilledLine.self) { group in
      var outcomes: [BackfilledLine] = []
      for (index, number) in numbers.enumerated() {
        if index >= Self.atOnce, let outcome = try await group.next() { outcomes.append(outcome) }
        group.addTask { try await read(file.lines[number], number: number + 1) }
      }
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
  }

  private func read(_ text: String, number: Int) async throws -> BackfilledLine {
    do {
      guard let line = try BackfillLine(text) else { return BackfilledLine(number, .empty) }
      return BackfilledLine(number, try await patience.outlast { try await read(line) })
    } catch let malformed as BackfillLine.Malformed {
      return BackfilledLine(number, .failed(code: malformed.rawValue))
    } catch let error as ServerAPIError where error.verdict == .never {
      return BackfilledLine(number, .failed(code: error.word))
    } catch let rejection as Rejection where !rejection.isRetryable {
      return BackfilledLine(number, .failed(code: rejection.code))
    }
  }

  private func read(_ line: BackfillLine) async throws -> BackfilledLine.Outcome {
    switch line {
    case .transaction(let id, let environment?):
      return try await read(id, in: StoreEndpoint(bundleID, environment))
    case .transaction(let id, nil):
      let client = try histories.client(for: StoreEndpoint(bundleID, .production))
      return try await read(
        signed: client.transactions.transactionInEitherEnvironment(id.rawValue).0)
    case .signed(let jws): return try await read(signed: jws)
    }
  }

  /// Reads the history for a signed transaction. The transaction names the environment of the
  /// customer.
  private func read(signed jws: String) async throws -> BackfilledLine.Outcome {
    let submission = try await histories.intake.transactions.receive(
      TransactionPost(account: nil, signedTransactions: [jws], app: bundleID))
    guard let item = submission.items.first, let id = item.transactionID,
      let environment = item.environment
    else { return .failed(code: submission.items.first?.reason ?? "unreadable_line") }
    let outcome = try await read(id, in: StoreEndpoint(bundleID, environment), of: item.chain)
    guard case .read(let count) = outcome else { return outcome }
    return .read(count + ReconciliationCount(submission))
  }

  /// Reads the history of a customer, unless it was read already: one history covers all chains of
  /// a customer.
  private func read(
    _ id: TransactionID, in store: StoreEndpoint, of chain: ChainID? = nil
  ) async throws -> BackfilledLine.Outcome {
    let named =
      chain ?? ChainID(store.bundleID, store.environment, OriginalTransactionID(id.rawValue))
    guard try await !histories.cursors.isRead(named) else { return .known }
    return .read(try await histories.read(customerOf: id, in: store, chain: chain))
  }
}
