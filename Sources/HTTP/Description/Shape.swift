/// The shape of a JSON value in a body or an answer, with an example.
struct Shape: Sendable {
  indirect enum Kind: Sendable {
    case text(format: String?)
    case wholeNumber(least: Int64?, most: Int64?)
    case decimal
    case truth
    case choice([String])
    case list(of: Shape, most: Int?)
    case object([ShapeField])
    /// An object with any names.
    case map(of: Shape)
    /// A value of a report: a text, a number or null.
    case cell
    case named(NamedShape)
    /// An object of Apple's or of a file, of which nothing is said here.
    case anything
  }

  let kind: Kind
  let example: JSONTree
  private(set) var isNullable = false

  private init(_ kind: Kind, _ example: JSONTree) {
    self.kind = kind
    self.example = example
  }

  /// The same shape, or null.
  var orNull: Shape {
    var shape = self
    shape.isNullable = true
    return shape
  }

  /// The same shape with another example.
  func such(as example: JSONTree) -> Shape {
    var shape = Shape(kind, example)
    shape.isNullable = isNullable
    return shape
  }

  /// The same shape with other values of some fields of its example.
  func such(with fields: [String: JSONTree]) -> Shape {
    guard case .object(let known) = example else { return self }
    return such(as: .object(known.merging(fields) { $1 }))
  }
}

extension Shape {
  static func text(_ example: String) -> Shape { Shape(.text(format: nil), .text(example)) }

  /// A time as RFC 3339 writes it, in UTC with milliseconds.
  static func moment(_ example: String = "2026-05-15T00:00:00.000Z") -> Shape {
    Shape(.text(format: "date-time"), .text(example))
  }

  static func uuid(_ example: String = "0c1f6a7e-0000-4000-8000-00000000abcd") -> Shape {
    Shape(.text(format: "uuid"), .text(example))
  }

  static func number(
    _ example: Int64, from least: Int64? = nil, to most: Int64? = nil
  ) -> Shape {
    Shape(.wholeNumber(least: least, most: most), .number(example))
  }

  static func decimal(_ example: Double) -> Shape { Shape(.decimal, .decimal(example)) }

  static func truth(_ example: Bool = true) -> Shape { Shape(.truth, .bool(example)) }

  /// One of some words, of which the example is the first.
  static func choice(_ words: [String]) -> Shape {
    Shape(.choice(words), .text(words.first ?? ""))
  }

  static func list(of shape: Shape, most: Int? = nil) -> Shape {
    Shape(.list(of: shape, most: most), .list([shape.example]))
  }

  static func object(_ fields: [ShapeField]) -> Shape {
    Shape(.object(fields), fields.example)
  }

  static func map(of shape: Shape, _ name: String) -> Shape {
    Shape(.map(of: shape), .object([name: shape.example]))
  }

  static func named(_ shape: NamedShape) -> Shape { Shape(.named(shape), shape.fields.example) }

  static let cell = Shape(.cell, .text(""))

  static func anything(_ example: JSONTree) -> Shape { Shape(.anything, example) }

  static let environment = Shape.choice(["Production", "Sandbox", "Xcode", "LocalTesting"])
  static let account = Shape.text("player-17")
  static let position = Shape.text("9f31c2aa-1.214")
  static let next = Shape.text("9f31c2aa-1.209").orNull
  static let app = Shape.text("com.example.game")
  static let transaction = Shape.text("2000000123456789")
  static let coin = Shape.text("gem")
}

/// A shape that several answers share, by its name in the document.
struct NamedShape: Sendable {
  let name: String
  let about: String
  let fields: [ShapeField]

  init(_ name: String, _ about: String, _ fields: [ShapeField]) {
    self.name = name
    self.about = about
    self.fields = fields
  }
}

/// A field of an object.
struct ShapeField: Sendable {
  let name: String
  let shape: Shape
  let about: String
  let isRequired: Bool
  /// True if the example has the field.
  let isShown: Bool

  static func required(_ name: String, _ shape: Shape, _ about: String) -> ShapeField {
    ShapeField(name: name, shape: shape, about: about, isRequired: true, isShown: true)
  }

  /// A field that every answer has, and that is null where nothing is known or meant.
  ///
  /// - Parameter isShown: true if the example has a value.
  static func nullable(
    _ name: String, _ shape: Shape, _ about: String, isShown: Bool = false
  ) -> ShapeField {
    required(name, isShown ? shape.orNull : shape.orNull.such(as: .null), about)
  }

  static func optional(
    _ name: String, _ shape: Shape, _ about: String, isShown: Bool = false
  ) -> ShapeField {
    ShapeField(name: name, shape: shape, about: about, isRequired: false, isShown: isShown)
  }
}

extension [ShapeField] {
  var example: JSONTree {
    .object(
      Dictionary(filter(\.isShown).map { ($0.name, $0.shape.example) }) { first, _ in first })
  }
}
