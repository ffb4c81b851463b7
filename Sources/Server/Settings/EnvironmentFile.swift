import Foundation

/// The file `.daicho/env`, by which a command finds the ledger of a running demo: settings as lines
/// `NAME=value`, as a shell reads them too.
///
/// It counts only where neither flags nor environment nor `--config` name a ledger: settings of a demo,
/// such as its trust root, must never be mixed with those of another ledger.
package enum EnvironmentFile {
  private static let name = "env"

  /// Returns the settings of the file in the default home of a folder; none where there is no file, or
  /// where the settings that are known already name a ledger.
  ///
  /// - Throws: ``SettingsError`` for a file that is not this user's alone, or with a line that is no setting.
  package static func read(
    in folder: String = ".", beside known: (SettingKey) -> String?
  ) throws(SettingsError) -> [SettingKey: String] {
    guard known(.databaseURL) == nil, known(.home) == nil else { return [:] }
    let path = "\(folder)/\(Settings.homeDefault)/\(name)"
    guard let contents = FileManager.default.contents(atPath: path) else { return [:] }
    if let permissions = FilePermissions(of: path),
      permissions.canBeWrittenByOthers || permissions.isAnothers
    {
      throw .malformedFile(
        path: path, line: nil,
        reason: "it is another user's, or others may write it: name your ledger with --home")
    }
    var settings: [SettingKey: String] = [:]
    let lines = String(decoding: contents, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let end = line.firstIndex(of: "=") else {
        throw .malformedFile(path: path, line: number + 1, reason: "must be NAME=value")
      }
      let name = String(line[..<end])
      guard let key = SettingKey(rawValue: name) else { throw .unknownKey(name, path: path) }
      settings[key] = unquoted(line[line.index(after: end)...])
    }
    return settings
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count > 1, let first = text.first, first == text.last, "'\"".contains(first) else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }
}
