import Foundation

/// The file of `--config`: a JSON object whose keys are the names of the environment variables.
package enum SettingsFile {
  package static func read(_ path: String) throws(SettingsError) -> [SettingKey: String] {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .unreadableFile(nil, path: path)
    }
    return try parse(Array(contents), path: path)
  }

  package static func parse(
    _ contents: [UInt8], path: String
  ) throws(SettingsError) -> [SettingKey: String] {
    let values: [String: Scalar] = try SettingsJSON.decode(
      contents, of: path, expected: "must be a JSON object of strings and whole numbers")
    var settings: [SettingKey: String] = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let key = SettingKey(rawValue: name) else { throw .unknownKey(name, path: path) }
      settings[key] = value.text
    }
    return settings
  }

  private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {  // else it must be a string
        text = String(number)
      } else {
        text = try container.decode(String.self)
      }
    }
  }
}
