import EventStore
import Foundation
import Intake
import Ledger
import Postgres

/// An audit of the receipts of posts: the state follows from the items, an item that waits has its job, and the log
/// has the transaction of an item that is settled.
struct ReceiptAudit: Sendable {
  /// The fault of a receipt.
  struct Fault: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// The items are right, and their state is another.
      case state(SubmissionState)
      /// The items say what the log does not say.
      case items(finding: String)
      /// The items cannot be read, perhaps by this version alone.
      case unreadable
      /// An item waits for a job that is gone.
      case job
    }

    let lane: Int16
    let receipt: String
    /// The items as they are stored.
    let items: String
    /// The moment of the last change as it is stored.
    let changedAt: String
    let kind: Kind

    var finding: BrokenPromise {
      let text =
        switch kind {
        case .state(let right): "column state is not \(right.rawValue), as its items are"
        case .items(let finding): finding
        case .unreadable:
          "columns items and position cannot be read: use the version that wrote them, or a newer one"
        case .job: "an item waits, and its row of table job, column id, is missing"
        }
      return BrokenPromise(.record(table: "receipt", key: "\(lane), \(receipt)"), text)
    }
  }

  private static let pageMax: Int64 = 1_000

  private let pool: Pool
  private let lanes: JobLanes

  init(pool: Pool, lanes: JobLanes) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the faults of a lane, at most those of a page more than `limit`.
  func faults(lane: Int16, limit: Int, at now: Instant) async throws -> [Fault] {
    var (faults, last): ([Fault], String) = ([], "")
    while faults.count < limit {
      let page = try await query(.receiptsVerify, lane, last, Self.pageMax, [0] + lanes.all, now)
        .decode((String, String, JSONText, String, Bool, String).self)
      var (waiting, settled): ([JobID: Kept], [Settled]) = ([:], [])
      for (id, state, items, position, owesJobs, changedAt) in page {
        let kept = Kept(lane: lane, id: id, items: items.text, changedAt: changedAt)
        guard let submission = try? Submission(id, items, position) else {
          faults.append(kept.fault(.unreadable))
          continue
        }
        if submission.state.rawValue != state {
          faults.append(kept.fault(.state(submission.state)))
        }
        for item in submission.items where owesJobs && item.waitsForJob {
          waiting[ItemPlace(receipt: id, index: item.index).job] = kept
        }
        settled += submission.items.compactMap { Settled($0, of: kept) }
      }
      faults += try await untold(settled)
      faults += try await withoutJob(waiting)
      guard page.count == Self.pageMax, let end = page.last?.0 else { break }
      last = end
    }
    return faults
  }

  private func withoutJob(_ waiting: [JobID: Kept]) async throws -> [Fault] {
    let jobs = Array(waiting.keys)
    let missing = try await query(.jobsMissing, jobs.map(lanes.lane(of:)), jobs.map(\.key))
      .decode(JobID.self)
    return missing.compactMap { waiting[$0] }.sorted { $0.id < $1.id }.map { $0.fault(.job) }
  }

  private func untold(_ settled: [Settled]) async throws -> [Fault] {
    guard !settled.isEmpty else { return [] }
    let streams = settled.map { StreamID.chain($0.chain).key }
    let told = try await query(
      .receiptsTold, streams.map { StreamID.lane(of: $0, among: lanes.count) }, streams,
      settled.map(\.transaction.rawValue), settled.map(\.product?.rawValue)
    ).decode(Int64.self)
    return Set(settled.indices).subtracting(told.map { Int($0) - 1 }).sorted().map { index in
      let item = settled[index]
      return item.kept.fault(
        .items(
          finding: "column items: the log has no transaction \(item.transaction) of chain "
            + "\(item.chain.originalTransactionID)"
            + (item.product.map { " with product \($0)" } ?? "")))
    }
  }

  private func query(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> Rows {
    try await pool.withConnection { connection in
      try await connection.query(statement, parameters)
    }
  }

  /// A receipt as it is stored.
  private struct Kept {
    let lane: Int16
    let id: String
    let items: String
    let changedAt: String

    func fault(_ kind: Fault.Kind) -> Fault {
      Fault(lane: lane, receipt: id, items: items, changedAt: changedAt, kind: kind)
    }
  }

  /// A settled item, which the log must tell, too.
  private struct Settled {
    let kept: Kept
    let chain: ChainID
    let transaction: TransactionID
    let product: ProductID?

    /// Nil for any other item.
    init?(_ item: Submission.Item, of kept: Kept) {
      guard item.state == .settled, let chain = item.chain, let transaction = item.transactionID
      else { return nil }
      self.kept = kept
      self.chain = chain
      self.transaction = transaction
      product = item.productID
    }
  }
}

extension Submission.Item {
  /// True for an item that a job will settle. One that waits for the kind of its product has no job: a catalog or
  /// another source tells it.
  fileprivate var waitsForJob: Bool { state == .pending && !waitsForType }
}
