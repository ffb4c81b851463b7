import Foundation

/// Reads a file of settings that is written in JSON.
enum JSONText {
  /// Throws a sentence with the line. `expected` is said instead of the particulars of a wrong value.
  static func decode<Value: Decodable>(
    _ contents: [UInt8], of path: String, expected: String? = nil
  ) throws(SettingsError) -> Value {
    let outline = JSONOutline(contents)
    if let flaw = outline.flaw {
      throw .malformedFile(path: path, line: outline.line(of: []), reason: flaw.description)
    }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(contents))
    } catch {
      let trouble = JSONTrouble(error)
      throw .malformedFile(
        path: path, line: outline.line(of: trouble.path), reason: expected ?? trouble.reason)
    }
  }
}
