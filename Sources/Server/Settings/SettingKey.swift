/// The names of the settings, shared by flags, environment and settings file.
package enum SettingKey: String, CaseIterable, Sendable {
  case databaseURL = "DATABASE_URL"
  case home = "DAICHO_HOME"
  case httpHost = "DAICHO_HTTP_HOST"
  case httpPort = "DAICHO_HTTP_PORT"
  case httpConnections = "DAICHO_HTTP_CONNECTIONS"
  case databaseConnections = "DAICHO_DB_CONNECTIONS"
  case apps = "DAICHO_APPS"
  case trustRoots = "DAICHO_TRUST_ROOTS"
  case ocsp = "DAICHO_OCSP"
  case refusedSerials = "DAICHO_REFUSED_SERIALS"
  case encryptionKeyFile = "DAICHO_ENCRYPTION_KEY_FILE"
}
