import EventStore
import Foundation
import Ledger
import Postgres

/// A maker of the report of refunds: one row for each, with the account that has the purchase now.
struct RefundReports: Sendable {
  private static let columns = [
    "refundedAt", "account", "originalTransactionId", "transactionId", "product", "storefront",
    "currency", "price", "refunded", "share", "reason", "daysAfterPurchase", "coinsTakenBack",
    "refundsOfAccount",
  ]
  private static let chainsAtOnce = 500

  private let pool: Pool
  private let log: EventLog
  private let frame: JournalFrame

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    frame = JournalFrame(pool: pool, log: log, cuts: cuts)
  }

  func report(_ request: ReportRequest) async throws -> Report {
    let question = try await frame.question(request)
    let span = question.span
    let refunds = try await refunds(of: span, request)
    let reader = Reader(pool: pool, log: log)
    var customers = RefundedCustomers(
      reader: reader, app: request.app, environment: request.environment, until: span.to)
    var rows: [[Report.Value]] = []
    for start in stride(from: 0, to: refunds.count, by: Self.chainsAtOnce) {
      let part = refunds[start..<min(start + Self.chainsAtOnce, refunds.count)]
      let coins = try await coins(takenBackFrom: part)
      let chains = Set(part.map { ChainID(request.environment, $0.chain) })
      let states = Dictionary(
        uniqueKeysWithValues: try await reader.chains.read(chains.sorted()).map { ($0.chain, $0) })
      for refund in part {
        let customer = try await customers.customer(
          of: refund.transactionID, in: states[ChainID(request.environment, refund.chain)])
        rows.append([
          .text(refund.refundedAt.description), .text(customer.account?.rawValue),
          .text(refund.chain.rawValue), .text(refund.transactionID.rawValue),
          .text(refund.product), .text(refund.storefront), .text(refund.currency),
          .money(Int128(refund.price)), .money(Int128(refund.refunded)), .text(refund.share),
          .text(customer.reason), .measure(refund.days),
          .text(coins[Purchase(refund.stream, refund.transactionID)] ?? ""),
          .text(customer.refunds.map(String.init)),
        ])
      }
    }
    return frame.report(
      question, columns: Self.columns, rows: rows, by: Set(ReportDimension.allCases))
  }

  private func refunds(
    of span: JournalSpan, _ request: ReportRequest
  ) async throws -> [RefundRow] {
    return try await pool.withConnection { [log] connection in
      try await connection.query(
        .journalRefunds, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
        span.to, span.lanes, span.lastPositions, span.closingPositions, span.closed?.moment
      ).decode()
    }
  }

  private struct Purchase: Hashable {
    let stream: UUID
    let transactionID: TransactionID

    init(_ stream: UUID, _ transactionID: TransactionID) {
      self.stream = stream
      self.transactionID = transactionID
    }
  }

  /// Returns the coins that were taken back, as `50 gem, 3 gold`.
  private func coins(
    takenBackFrom refunds: ArraySlice<RefundRow>
  ) async throws -> [Purchase: String] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .grantsRevoked, Set(refunds.map(\.lane)).sorted(), refunds.map(\.stream))
    }
    var coins: [Purchase: [String]] = [:]
    for (stream, id, coin, amount) in try rows.decode(
      (UUID, TransactionID, String, Int64).self)
    {
      coins[Purchase(stream, id), default: []].append("\(amount) \(coin)")
    }
    return coins.mapValues { $0.joined(separator: ", ") }
  }
}
