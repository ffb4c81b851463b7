import Foundation
import Ledger

/// A counter that groups chains by customer and counts the customers for a report.
struct TenureCount: Sendable {
  let request: ReportRequest
  private let moment: Instant
  private let sharedState: SharedState
  private var distribution: TenureDistribution
  private var lapses = TenureLapses()
  /// The chains that may share a customer with other chains.
  private var shared: [TenureRows] = []

  init(_ request: ReportRequest, at moment: Instant, _ sharedState: SharedState) {
    self.request = request
    self.moment = moment
    self.sharedState = sharedState
    distribution = TenureDistribution(request, at: moment)
  }

  /// Counts a chain alone as a customer. A chain that may share a customer with others waits for
  /// `countShared()`.
  mutating func count(_ row: TenureRows, in lane: Int16, _ places: Set<SharedChains.Place>) {
    if places.contains(SharedChains.Place(lane: lane, stream: row.stream)) {
      shared.append(row)
    } else {
      count([row])
    }
  }

  mutating func countShared() {
    for rows in Dictionary(grouping: shared, by: \.owner).values { count(rows) }
    shared = []
  }

  /// Counts all chains of one customer.
  private mutating func count(_ rows: [TenureRows]) {
    let renewals = Dictionary(
      rows.compactMap { row in row.renewal.map { (row.chain, $0) } },
      uniquingKeysWith: { first, _ in first })
    let isIncomplete = rows.contains { !$0.findings.isEmpty }
    let groups = Dictionary(grouping: rows.flatMap(\.periods.values), by: \.group)
    for (group, periods) in groups {
      let history = ServiceHistory(
        group, periods.map(\.period), renewals: renewals,
        settings: sharedState.settings(in: request.environment))
      guard
        let status = TenureStatus(
          history, at: moment, in: request.app, environment: request.environment,
          shared: sharedState)
      else { continue }
      if let days = request.lapsingWithinDays {
        if status.lapses(within: days, of: moment) { lapses.add(status) }
      } else {
        distribution.add(status, isIncomplete: isIncomplete)
      }
    }
  }

  var columns: [String] {
    request.lapsingWithinDays == nil ? TenureDistribution.columns : TenureLapses.columns
  }

  var rows: [[Report.Value]] {
    request.lapsingWithinDays == nil ? distribution.rows : lapses.rows
  }
}

extension TenureRows {
  /// The customer of the chain.
  fileprivate var owner: Customer {
    customer.map { .appTransaction(chain.environment, $0) } ?? .chain(chain)
  }
}
