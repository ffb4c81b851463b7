import EventStore
import Foundation
import Ledger
import Postgres
import Reports

/// A maker of the report of refunds: one row for each, with the account that had the purchase at the cut.
struct RefundReports: Sendable {
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
    // A closed time is as it was closed, its customers too.
    let known = span.last == question.cut.position ? request.knownAt : span.lastMoment
    var customers = RefundedCustomers(reader: reader, log: log, request, span, knownAt: known)
    var rows: [[Report.Value]] = []
    for start in stride(from: 0, to: refunds.count, by: Self.chainsAtOnce) {
      let part = refunds[start..<min(start + Self.chainsAtOnce, refunds.count)]
      let chains = try await RefundedChains(of: part, upTo: span.last, log, pool)
      for refund in part {
        let customer = try await customers.customer(of: refund, in: chains[refund])
        let coins = chains.coinsTakenBack(by: refund)
        rows.append([
          .text(refund.refundedAt.description), .text(customer.account?.rawValue),
          .text(refund.chain.rawValue), .text(refund.transactionID.rawValue),
          .text(refund.product), .text(refund.storefront), .text(refund.currency),
          .money(Int128(refund.price)), .money(Int128(refund.refunded)), .decimal(refund.share),
          .text(customer.reason), .measure(refund.days),
          .text(coins), .text(coins.isEmpty ? "" : try await customers.coinsOwed(by: customer)),
          .text(customer.refunds.map(String.init)),
        ])
      }
    }
    return frame.report(question, rows: rows)
  }

  private func refunds(
    of span: JournalSpan, _ request: ReportRequest
  ) async throws -> [RefundRow] {
    let closed = span.closed
    return try await pool.withConnection { [log] connection in
      try await connection.query(
        .journalRefunds, log.lanes, request.environment.rawValue, request.app.rawValue, span.from,
        span.to, span.lanes, span.lastPositions, closed.lanes, closed.positions, closed.ends,
        span.closing?.moment
      ).decode()
    }
  }
}
