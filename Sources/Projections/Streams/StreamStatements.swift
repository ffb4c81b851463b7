import Postgres

/// The statements of the projections of paid service and commission.
extension ProjectionStatements {
  static let tenureStreams = Statement(
    PackageResources.tenure_streams_sql, name: "tenure_streams")
  static let tenureChainsWrite = Statement(
    PackageResources.tenure_chains_write_sql, name: "tenure_chains_write")
  static let tenureRowsRead = Statement(
    PackageResources.tenure_rows_read_sql, name: "tenure_rows_read")
  static let servicePeriodsWrite = Statement(
    PackageResources.service_periods_write_sql, name: "service_periods_write")
  static let commissionStreams = Statement(
    PackageResources.commission_streams_sql, name: "commission_streams")
  static let commissionLinesStanding = Statement(
    PackageResources.commission_lines_standing_sql, name: "commission_lines_standing")
  static let commissionLinesRead = Statement(
    PackageResources.commission_lines_read_sql, name: "commission_lines_read")
  static let commissionLinesForget = Statement(
    PackageResources.commission_lines_forget_sql, name: "commission_lines_forget")
  static let commissionLinesCorrect = Statement(
    PackageResources.commission_lines_correct_sql, name: "commission_lines_correct")
  static let commissionLinesWrite = Statement(
    PackageResources.commission_lines_write_sql, name: "commission_lines_write")
  static let commissionCustomersWrite = Statement(
    PackageResources.commission_customers_write_sql, name: "commission_customers_write")
  static let commissionCustomersRead = Statement(
    PackageResources.commission_customers_read_sql, name: "commission_customers_read")

  static let sharedChains = Statement(PackageResources.shared_chains_sql, name: "shared_chains")
  static let tenureIncomplete = Statement(
    PackageResources.tenure_incomplete_sql, name: "tenure_incomplete")
  static let tenureIncompleteCount = Statement(
    PackageResources.tenure_incomplete_count_sql, name: "tenure_incomplete_count")
  static let commissionSum = Statement(
    PackageResources.commission_sum_sql, name: "commission_sum")

  static let service = [
    tenureIncomplete, tenureIncompleteCount, sharedChains, commissionSum, tenureStreams,
    tenureChainsWrite, tenureRowsRead,
    servicePeriodsWrite, commissionStreams,
    commissionLinesStanding, commissionLinesRead, commissionLinesForget, commissionLinesCorrect,
    commissionLinesWrite, commissionCustomersWrite, commissionCustomersRead,
  ]
}
