extension Shape {
  /// The JSON Schema (2020-12) of the shape.
  ///
  /// - Parameters:
  ///   - about: the meaning of the value.
  ///   - isClosed: true if a field that is not described is refused, as in bodies of requests.
  func schema(_ about: String? = nil, isClosed: Bool = false) -> JSONTree {
    var members = keywords(isClosed: isClosed)
    if let about { members["description"] = .text(about) }
    return .object(members)
  }

  /// The named shapes that this one is made of, itself among them.
  var components: [NamedShape] {
    switch kind {
    case .named(let shape): [shape] + shape.fields.flatMap(\.shape.components)
    case .object(let fields): fields.flatMap(\.shape.components)
    case .list(let item, _): item.components
    case .map(let value): value.components
    case .text, .wholeNumber, .decimal, .truth, .choice, .cell, .anything: []
    }
  }

  /// The kind of value in a word, for people.
  var word: String {
    let word =
      switch kind {
      case .text(let format): format ?? "text"
      case .wholeNumber: "whole number"
      case .decimal: "number"
      case .truth: "true or false"
      case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
      case .list(let item, let most):
        "list of \(item.word)" + (most.map { ", at most \($0)" } ?? "")
      case .object, .anything: "object"
      case .map(let value): "object of \(value.word)"
      case .cell: "text or number"
      case .named(let shape): shape.name
      }
    return isNullable ? "\(word), or null" : word
  }

  private func keywords(isClosed: Bool) -> [String: JSONTree] {
    switch kind {
    case .text(let format):
      var members = ["type": type("string")]
      if let format { members["format"] = .text(format) }
      return members
    case .wholeNumber(let least, let most):
      var members = ["type": type("integer"), "format": .text("int64")]
      if let least { members["minimum"] = .number(least) }
      if let most { members["maximum"] = .number(most) }
      return members
    case .decimal: return ["type": type("number")]
    case .truth: return ["type": type("boolean")]
    case .choice(let words):
      let values = words.map(JSONTree.text) + (isNullable ? [.null] : [])
      return ["type": type("string"), "enum": .list(values)]
    case .list(let item, let most):
      var members = ["type": type("array"), "items": item.schema(isClosed: isClosed)]
      if let most { members["maxItems"] = .number(Int64(most)) }
      return members
    case .object(let fields): return fields.keywords(type: type("object"), isClosed: isClosed)
    case .map(let value):
      return ["type": type("object"), "additionalProperties": value.schema()]
    case .cell: return ["type": ["string", "number", "null"]]
    case .named(let shape):
      let reference: JSONTree = ["$ref": .text("#/components/schemas/\(shape.name)")]
      return isNullable
        ? ["anyOf": [reference, ["type": "null"]]]
        : ["$ref": .text("#/components/schemas/\(shape.name)")]
    case .anything: return ["type": type("object"), "additionalProperties": true]
    }
  }

  private func type(_ name: String) -> JSONTree {
    isNullable ? [.text(name), "null"] : .text(name)
  }
}

extension NamedShape {
  var schema: JSONTree {
    var members = fields.keywords(type: "object", isClosed: false)
    members["description"] = .text(about)
    members["examples"] = [fields.example]
    return .object(members)
  }
}

extension [ShapeField] {
  fileprivate func keywords(type: JSONTree, isClosed: Bool) -> [String: JSONTree] {
    var members: [String: JSONTree] = ["type": type]
    members["properties"] = .object(
      Dictionary(map { ($0.name, $0.shape.schema($0.about, isClosed: isClosed)) }) { first, _ in
        first
      })
    let required = filter(\.isRequired).map(\.name).sorted()
    if !required.isEmpty { members["required"] = .list(required.map(JSONTree.text)) }
    if isClosed { members["additionalProperties"] = false }
    return members
  }
}
