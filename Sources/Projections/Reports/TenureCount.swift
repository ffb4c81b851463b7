import Foundation
import Ledger

/// Goes from chains to customers, and counts them as a report asks.
struct TenureCount: Sendable {
  let request: ReportRequest
  private let moment: Instant
  private let commons: Commons
  private var ladder: TenureLadder
  private var lapses = TenureLapses()
  /// Chains of customers who have several.
  private var shared: [TenureRows] = []

  init(_ request: ReportRequest, at moment: Instant, _ commons: Commons) {
    self.request = request
    self.moment = moment
    self.commons = commons
    ladder = TenureLadder(request, at: moment)
  }

  /// A chain alone is a customer; one that may have to do with others waits for them.
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

  /// All chains of one customer.
  private mutating func count(_ rows: [TenureRows]) {
    let renewals = Dictionary(
      rows.compactMap { row in row.renewal.map { (row.chain, $0) } },
      uniquingKeysWith: { first, _ in first })
    let isIncomplete = rows.contains { !$0.findings.isEmpty }
    let groups = Dictionary(grouping: rows.flatMap(\.periods.values), by: \.group)
    for (group, periods) in groups {
      let history = ServiceHistory(
        group, periods.map(\.period), renewals: renewals,
        settings: commons.settings(in: request.environment))
      guard
        let standing = TenureStanding(
          history, at: moment, in: request.app, environment: request.environment,
          commons: commons)
      else { continue }
      if let days = request.lapsingWithinDays {
        if standing.lapses(within: days, of: moment) { lapses.add(standing) }
      } else {
        ladder.add(standing, isIncomplete: isIncomplete)
      }
    }
  }

  var columns: [String] {
    request.lapsingWithinDays == nil ? TenureLadder.columns : TenureLapses.columns
  }

  var rows: [[Report.Value]] {
    request.lapsingWithinDays == nil ? ladder.rows : lapses.rows
  }
}

extension TenureRows {
  /// Whose it is.
  fileprivate var owner: Customer {
    customer.map { .appTransaction(chain.environment, $0) } ?? .chain(chain)
  }
}
