import AppStore
import Intake
package import Ledger
import Outbox
import Postgres

/// Reads in what was bought before the ledger: for each line of a file the full history of its customer.
///
/// It goes on where it was: a line is done once its history is recorded or it is written down why not.
package struct Backfill: Sendable {
  /// So many histories are read at once: polite, and far below Apple's limits.
  private static let atOnce = 4
  /// After so many lines progress is written down.
  private static let batch = 40

  let bundleID: BundleID
  let histories: CustomerHistories
  let records: BackfillRecords
  let rest: @Sendable (Duration) async throws -> Void

  package init(
    of bundleID: BundleID, by histories: CustomerHistories, records: BackfillRecords,
    rest: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.bundleID = bundleID
    self.histories = histories
    self.records = records
    self.rest = rest
  }

  /// Reads on to the end of the file; throws `ServerAPIError` only where settings have to be mended.
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

  /// What failed before is tried once more at the end, and by a later run.
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
      guard let line = try BackfillLine(text) else { return BackfilledLine(number, .passedOver) }
      return BackfilledLine(number, try await patiently { try await read(line) })
    } catch let malformed as BackfillLine.Malformed {
      return BackfilledLine(number, .failed(code: malformed.rawValue))
    } catch let error as ServerAPIError where error.verdict == .never {
      return BackfilledLine(number, .failed(code: error.word))
    } catch let refusal as Refusal where !refusal.isRetryable {
      return BackfilledLine(number, .failed(code: refusal.code))
    }
  }

  private func read(_ line: BackfillLine) async throws -> BackfilledLine.Outcome {
    switch line {
    case .transaction(let id, let environment?):
      return try await read(id, in: StoreFront(bundleID, environment))
    case .transaction(let id, nil):
      let client = try histories.client(for: StoreFront(bundleID, .production))
      return try await read(signed: client.transactionInEitherEnvironment(id.rawValue).0)
    case .signed(let jws): return try await read(signed: jws)
    }
  }

  /// Apple's word names the customer's environment.
  private func read(signed jws: String) async throws -> BackfilledLine.Outcome {
    let submission = try await histories.intake.receive(
      TransactionPost(account: nil, signedTransactions: [jws], app: bundleID))
    guard let item = submission.items.first, let id = item.transactionID,
      let environment = item.environment
    else { return .failed(code: submission.items.first?.reason ?? "unreadable_line") }
    let outcome = try await read(id, in: StoreFront(bundleID, environment), of: item.chain)
    guard case .read(let count) = outcome else { return outcome }
    return .read(count + ReconciliationCount(submission))
  }

  /// One history is that of all a customer's chains: where it was read already nothing is asked.
  private func read(
    _ id: TransactionID, in store: StoreFront, of chain: ChainID? = nil
  ) async throws -> BackfilledLine.Outcome {
    let named = chain ?? ChainID(store.environment, OriginalTransactionID(id.rawValue))
    guard try await !histories.watches.isRead(named) else { return .passedOver }
    return .read(try await histories.read(customerOf: id, in: store, chain: chain))
  }

  /// Waits as long as Apple asks, or as trouble of the moment lasts; what does not pass ends it.
  private func patiently<Result>(_ body: () async throws -> Result) async throws -> Result {
    var backoff = Backoff(first: .seconds(1), max: .seconds(300))
    while true {
      do {
        return try await body()
      } catch let error as ServerAPIError {
        guard case .retry(let notBefore) = error.verdict else { throw error }
        let asked = notBefore.map { Instant(milliseconds: $0.milliseconds) - histories.now() }
        try await rest(max(backoff.fail(), asked ?? .zero))
      } catch let refusal as Refusal where refusal.isRetryable {
        try await rest(backoff.fail())
      }
    }
  }
}
