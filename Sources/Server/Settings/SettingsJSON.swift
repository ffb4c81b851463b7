import Foundation

/// A reader of JSON settings files.
enum SettingsJSON {
  /// Decodes a file. Throws a sentence with the line. `expected`, if given, replaces the details of
  /// a wrong value.
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
      let problem = JSONProblem(error)
      throw .malformedFile(
        path: path, line: outline.line(of: problem.path), reason: expected ?? problem.reason)
    }
  }
}
