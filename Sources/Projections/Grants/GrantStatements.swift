import Postgres

/// The statements of the grants projection.
extension ProjectionStatements {
  static let grantsWrite = Statement(PackageResources.grants_write_sql, name: "grants_write")
  static let grantsRead = Statement(PackageResources.grants_read_sql, name: "grants_read")
  static let grantsPage = Statement(PackageResources.grants_page_sql, name: "grants_page")
  static let grantByID = Statement(PackageResources.grant_by_id_sql, name: "grant_by_id")
  static let unpricedForget = Statement(
    PackageResources.unpriced_forget_sql, name: "unpriced_forget")
  static let unpricedWrite = Statement(PackageResources.unpriced_write_sql, name: "unpriced_write")
  static let unpricedRead = Statement(PackageResources.unpriced_read_sql, name: "unpriced_read")
  static let unpricedStreams = Statement(
    PackageResources.unpriced_streams_sql, name: "unpriced_streams")
  static let unpricedOfApp = Statement(
    PackageResources.unpriced_of_app_sql, name: "unpriced_of_app")
  static let unpricedProducts = Statement(
    PackageResources.unpriced_products_sql, name: "unpriced_products")

  static let granting = [
    grantsWrite, grantsRead, grantsPage, grantByID, unpricedForget, unpricedWrite, unpricedRead,
    unpricedStreams, unpricedOfApp, unpricedProducts,
  ]
}
