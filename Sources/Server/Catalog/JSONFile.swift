import Foundation

/// A JSON file that is read field by field, so that all its problems can be reported at once.
struct JSONFile {
  let path: String
  /// The value of the whole file.
  let root: JSONValue
  private let outline: JSONOutline

  /// Parses the contents. Throws if they are not JSON.
  init(_ contents: [UInt8], path: String) throws(SettingsError) {
    self.path = path
    root = try SettingsJSON.decode(contents, of: path)
    outline = JSONOutline(contents)
  }

  static func read(_ path: String) throws -> JSONFile {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Failure("\(path) cannot be read: check that it exists and that you may read it")
    }
    return try JSONFile(Array(contents), path: path)
  }

  /// The name of the file, for messages.
  var name: String { URL(filePath: path).lastPathComponent }

  var whole: JSONPart { JSONPart(file: self, path: [], value: root) }

  /// Returns the line of the innermost part of `path` that exists.
  func line(of path: [JSONPart.Step]) -> Int? { outline.line(of: path) }
}

/// A part of a file, present or missing, and its path.
struct JSONPart {
  enum Step: CodingKey, Equatable {
    case field(String)
    case index(Int)

    var stringValue: String {
      switch self {
      case .field(let name): name
      case .index(let index): String(index)
      }
    }
    var intValue: Int? {
      if case .index(let index) = self { index } else { nil }
    }

    init(stringValue: String) { self = .field(stringValue) }
    init(intValue: Int) { self = .index(intValue) }
  }

  let file: JSONFile
  let path: [Step]
  /// The value; nil if it is missing or `null`.
  let value: JSONValue?

  init(file: JSONFile, path: [Step], value: JSONValue?) {
    self.file = file
    self.path = path
    if case .null = value { self.value = nil } else { self.value = value }
  }

  subscript(_ field: String) -> JSONPart {
    JSONPart(file: file, path: path + [.field(field)], value: fields?[field])
  }

  var line: Int? { file.line(of: path) }

  /// The path as text, such as `products[2].grants[0].amount`. Indices begin at 0.
  var place: String {
    path.reduce(into: "") { place, step in
      switch step {
      case .field(let name): place += place.isEmpty ? name : ".\(name)"
      case .index(let index): place += "[\(index)]"
      }
    }
  }
}

extension JSONPart {
  var isMissing: Bool { value == nil }

  /// The fields of an object; nil for any other kind of value.
  var fields: [String: JSONValue]? {
    if case .object(let fields) = value { fields } else { nil }
  }

  var items: [JSONPart]? {
    guard case .list(let values) = value else { return nil }
    return values.enumerated().map { index, value in
      JSONPart(file: file, path: path + [.index(index)], value: value)
    }
  }

  var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  var flag: Bool? {
    if case .flag(let flag) = value { flag } else { nil }
  }

  /// The whole number; a number too large for 64 bits becomes the largest possible.
  var wholeNumber: Int64? {
    switch value {
    case .whole(let number): number
    case .number(let number) where number >= 0x1p63: .max
    default: nil
    }
  }
}
