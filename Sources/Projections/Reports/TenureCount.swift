import Ledger
import Reports

/// A counter of customers for the report of tenure.
struct TenureCount: Sendable {
  let request: ReportRequest
  private let moment: Instant
  private let sharedState: SharedState
  private let catalogs: Catalogs
  private var distribution: TenureDistribution
  /// The list that was requested instead of the distribution; nil if none was.
  private(set) var list: TenureList?

  init(_ request: ReportRequest, at moment: Instant, _ sharedState: SharedState) {
    self.request = request
    self.moment = moment
    self.sharedState = sharedState
    catalogs = sharedState.catalogs(of: request.app)
    list = request.list.map(TenureList.init)
    distribution = TenureDistribution(request, at: moment)
  }

  mutating func count(_ customer: CustomerRows) {
    let histories = customer.histories(
      catalogs, settings: sharedState.settings(in: request.environment))
    for history in histories {
      guard
        let status = TenureStatus(
          history, at: moment, in: request.app, environment: request.environment,
          shared: sharedState)
      else { continue }
      if list == nil {
        distribution.add(
          status, isIncomplete: customer.isIncomplete(in: history.subscriptionGroupID))
      } else {
        list?.add(status, at: moment)
      }
    }
  }

  /// Returns the rows of the report.
  ///
  /// - Parameter accounts: the accounts of the chains in the list.
  func rows(_ accounts: [ChainID: AccountID]) -> [[Report.Value]] {
    list?.rows(accounts) ?? distribution.rows
  }
}
