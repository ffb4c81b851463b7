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
