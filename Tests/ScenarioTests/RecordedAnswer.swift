import Foundation

/// A question to a ledger, and its answer as an earlier version gave it.
struct RecordedAnswer: Sendable {
  enum Question: Hashable, Sendable {
    /// A request, by its path and query.
    case get(String)
    /// A command that prints JSON, by its words.
    case command(String)
  }

  enum Body: Sendable {
    /// The JSON text of an answer; a later version may add fields.
    case json(Data)
    /// A text that is the same in every version.
    case text(String)
  }

  struct Unreadable: Error {}

  let question: Question
  /// The HTTP status, or the exit code of a command.
  let code: Int
  let body: Body

  /// Reads a line that `questions.sh` wrote.
  init(line: some StringProtocol) throws {
    guard let line = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let code = (line["status"] ?? line["code"]) as? Int
    else { throw Unreadable() }
    self.code = code
    switch (line["get"], line["command"]) {
    case (let path as String, nil): question = .get(path)
    case (nil, let words as String): question = .command(words)
    default: throw Unreadable()
    }
    switch (line["body"], line["text"]) {
    case (let json?, nil): body = .json(try JSONSerialization.data(withJSONObject: json))
    case (nil, let text as String): body = .text(text)
    default: throw Unreadable()
    }
  }

  /// Returns the first place at which an answer differs from the recorded one, or nil.
  func difference(to answer: Data, code: Int) throws -> String? {
    guard code == self.code else { return "the code is \(code), recorded was \(self.code)" }
    switch body {
    case .text(let text): return answer == Data(text.utf8) ? nil : "the text is another one"
    case .json(let recorded):
      return Self.difference(
        between: try JSONSerialization.jsonObject(with: recorded),
        and: try JSONSerialization.jsonObject(with: answer))
    }
  }

  /// Returns the first difference, or nil if every recorded field is present and equal, and every
  /// list as long as it was. Objects may have more fields.
  private static func difference(
    between recorded: Any, and answered: Any, at place: String = "$"
  ) -> String? {
    switch (recorded, answered) {
    case (let recorded as [String: Any], let answered as [String: Any]):
      return recorded.keys.sorted().lazy.compactMap { key in
        guard let field = answered[key], let value = recorded[key] else {
          return "\(place).\(key) is missing"
        }
        return difference(between: value, and: field, at: "\(place).\(key)")
      }.first
    case (let recorded as [Any], let answered as [Any]):
      guard recorded.count == answered.count else {
        return "\(place) has \(answered.count) elements, recorded were \(recorded.count)"
      }
      return recorded.indices.lazy.compactMap { index in
        difference(between: recorded[index], and: answered[index], at: "\(place)[\(index)]")
      }.first
    default:
      return isSame(recorded, answered)
        ? nil : "\(place) is \(answered), recorded was \(recorded)"
    }
  }

  /// Compares two scalars. Foundation considers false equal to 0, and true to 1; this function does
  /// not.
  private static func isSame(_ recorded: Any, _ answered: Any) -> Bool {
    guard let recorded = recorded as? NSObject, let answered = answered as? NSObject,
      isBoolean(recorded) == isBoolean(answered)
    else { return false }
    return recorded.isEqual(answered)
  }

  private static func isBoolean(_ value: NSObject) -> Bool {
    guard let number = value as? NSNumber else { return false }
    return String(cString: number.objCType) == "c"
  }
}

extension RecordedAnswer: CustomStringConvertible {
  var description: String {
    switch question {
    case .get(let path): "GET \(path)"
    case .command(let words): "daicho \(words)"
    }
  }
}
