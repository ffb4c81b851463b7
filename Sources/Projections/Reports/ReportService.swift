package import EventStore
package import Postgres

/// A service that makes reports from the projections, in bounded memory.
package struct ReportService: Sendable {
  private let commission: CommissionReports
  private let tenure: TenureReports

  /// - Parameter patience: the longest wait for a projection that lags.
  package init(pool: Pool, log: EventLog, patience: Duration = .seconds(30)) {
    let cuts = ReportCuts(pool: pool, log: log, patience: patience)
    commission = CommissionReports(pool: pool, log: log, cuts: cuts)
    tenure = TenureReports(pool: pool, log: log, cuts: cuts)
  }

  /// Makes a report. Throws `positionNotReached` if a projection lags for longer than the patience,
  /// and `momentAhead` for a `knownAt` that has not passed.
  package func report(_ request: ReportRequest) async throws -> Report {
    switch request.name {
    case .commission: try await commission.report(request)
    case .tenure: try await tenure.report(request)
    }
  }
}
