import Foundation

/// A JSON file that is read field by field, so that everything wrong with it can be told at once.
struct JSONFile {
  let path: String
  /// The whole of it.
  let root: JSONValue
  private let outline: JSONOutline

  /// Throws where it is no JSON.
  init(_ contents: [UInt8], path: String) throws(SettingsError) {
    self.path = path
    root = try JSONText.decode(contents, of: path)
    outline = JSONOutline(contents)
  }

  static func read(_ path: String) throws -> JSONFile {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Failure("\(path) cannot be read: see that it is there, and readable to you")
    }
    return try JSONFile(Array(contents), path: path)
  }

  /// The last part of the path, for sentences.
  var name: String { URL(filePath: path).lastPathComponent }

  var whole: JSONPart { JSONPart(file: self, path: [], value: root) }

  /// Of the innermost part of `path` that is there.
  func line(of path: [JSONPart.Step]) -> Int? { outline.line(of: path) }
}

/// A part of a file, there or missing, and the way to it.
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
  /// Nil where it is missing, or `null`.
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

  /// As `products[2].grants[0].amount`, counted from 0.
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

  /// Nil for what is no object. So with every kind here.
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

  /// A number too large for 64 bits is as large as they allow.
  var wholeNumber: Int64? {
    switch value {
    case .whole(let number): number
    case .number(let number) where number >= 0x1p63: .max
    default: nil
    }
  }
}
