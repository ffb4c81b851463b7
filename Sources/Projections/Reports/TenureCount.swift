import Foundation
import Ledger

/// A counter that groups chains by customer and counts the customers for a report.
struct TenureCount: Sendable {
  let request: ReportRequest
  private let moment: Instant
  private let sharedState: SharedState
  private let catalogs: Catalogs
  private var distribution: TenureDistribution
  /// The list that was requested instead of the distribution; nil if none was.
  private(set) var list: TenureList?
  /// The chains that may share a customer with other chains.
  private var shared: [TenureRows] = []

  init(_ request: ReportRequest, at moment: Instant, _ sharedState: SharedState) {
    self.request = request
    self.moment = moment
    self.sharedState = sharedState
    catalogs = sharedState.catalogs(of: request.app)
    list = request.list.map(TenureList.init)
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
        catalogs: catalogs, settings: sharedState.settings(in: request.environment))
      guard
        let status = TenureStatus(
          history, at: moment, in: request.app, environment: request.environment,
          shared: sharedState)
      else { continue }
      if list == nil {
        distribution.add(status, isIncomplete: isIncomplete)
      } else {
        list?.add(status, at: moment)
      }
    }
  }

  var columns: [String] { list == nil ? TenureDistribution.columns : TenureList.columns }

  /// Returns the rows of the report.
  ///
  /// - Parameter accounts: the accounts of the chains in the list.
  func rows(_ accounts: [ChainID: AccountID]) -> [[Report.Value]] {
    list?.rows(accounts) ?? distribution.rows
  }
}

extension ReportRequest {
  fileprivate var list: TenureList.Kind? {
    lapsingWithinDays.map { .lapsing(withinDays: $0) }
      ?? endsWithinDays.map { .ending(withinDays: $0) }
  }
}

extension TenureRows {
  /// The customer of the chain.
  fileprivate var owner: Customer {
    customer.map { .appTransaction(chain.environment, $0) } ?? .chain(chain)
  }
}
