import Ledger
import Reconciliation

/// The results of a backfill file over all runs.
package struct BackfillReport: Encodable {
  struct Failure: Encodable {
    let line: Int64
    let code: String
  }

  let read: Int64
  let customers: Int64
  /// The number of lines of customers whose histories were read before.
  let known: Int64
  let transactions: CountBody
  let failures: [Failure]

  private enum CodingKeys: String, CodingKey {
    case read = "lines"
    case customers, known, transactions, failures
  }

  init(_ progress: BackfillProgress, _ failures: [BackfillRecords.Failure]) {
    read = progress.linesDone
    customers = progress.customers
    known = progress.known
    transactions = CountBody(progress.count)
    self.failures = failures.map { Failure(line: $0.line, code: $0.code) }
  }

  package var hasFailures: Bool { !failures.isEmpty }

  package var lines: [String] {
    [
      [
        read.counting("line"), customers.counting("customer"),
        "\(known.counting("line")) of customers known before",
      ].joined(separator: ", "),
      "transactions: \(transactions.sentence)",
      "failed: \(failures.count)",
    ] + failures.prefix(100).map { "  line \($0.line): \($0.code)" }
  }
}
