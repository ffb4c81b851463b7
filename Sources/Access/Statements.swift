package import Postgres

/// The statements of `Queries/`, one constant each.
package enum AccessStatements {
  static let create = Statement(PackageResources.api_keys_create_sql, name: "api_keys_create")
  static let list = Statement(PackageResources.api_keys_list_sql, name: "api_keys_list")
  static let byID = Statement(PackageResources.api_key_by_id_sql, name: "api_key_by_id")
  static let revoke = Statement(PackageResources.api_key_revoke_sql, name: "api_key_revoke")

  /// Every statement of this target, for the test that prepares them all.
  package static let all = [create, list, byID, revoke]
}
