/// The names of the settings, shared by flags, environment and settings file.
package enum SettingKey: String, CaseIterable, Sendable {
  case databaseURL = "DATABASE_URL"
  case home = "DAICHO_HOME"
  case httpHost = "DAICHO_HTTP_HOST"
  case httpPort = "DAICHO_HTTP_PORT"
  case httpConnections = "DAICHO_HTTP_CONNECTIONS"
  case httpRate = "DAICHO_HTTP_RATE"
  case databaseConnections = "DAICHO_DB_CONNECTIONS"
  case apps = "DAICHO_APPS"
  case trustRoots = "DAICHO_TRUST_ROOTS"
  case ocsp = "DAICHO_OCSP"
  case refusedSerials = "DAICHO_REFUSED_SERIALS"
  case encryptionKeyFile = "DAICHO_ENCRYPTION_KEY_FILE"
  case logLevel = "DAICHO_LOG_LEVEL"
  case backupDays = "DAICHO_BACKUP_DAYS"
}

/// An error in the settings, described by a sentence that names the setting and the remedy, never a
/// value.
package enum SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(SettingKey, remedy: String)
  case invalid(SettingKey, remedy: String)
  case unreadableFile(SettingKey?, path: String)
  case unknownKey(String, path: String)
  case malformedFile(path: String, line: Int?, reason: String)

  package var description: String {
    switch self {
    case .missing(let key, let remedy): "\(key.rawValue) is not set: \(remedy)"
    case .invalid(let key, let remedy): "\(key.rawValue) \(remedy)"
    case .unreadableFile(let key?, let path): "\(key.rawValue) names \(path), which cannot be read"
    case .unreadableFile(nil, let path): "--config names \(path), which cannot be read"
    case .unknownKey(let name, let path):
      "\(path): \(name) is no setting; there are "
        + SettingKey.allCases.map(\.rawValue).joined(separator: ", ")
    case .malformedFile(let path, let line, let reason):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
    }
  }
}
