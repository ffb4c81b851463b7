import Foundation
import JSONBytes
import Testing

/// The written bytes equal those of Foundation's encoder.
struct JSONBytesTests {
  private struct Order: Encodable {
    enum State: String, Encodable {
      case open = "open/\"new\""
      case closed
    }
    struct Line: Encodable {
      private enum CodingKeys: String, CodingKey {
        case product = "Product"
        case amount, price
      }

      let product: String
      let amount: Int64?
      let price: Double
    }

    let zone: String
    let state: State
    let lines: [Line]
    let counts: [String: Int]
    let isPaid: Bool
    let note: String?
    let receipt: Data
    let page: URL?
    let id: UUID
    let byte: UInt8
    let large: UInt64
  }

  private struct Nested: Encodable {
    private enum Key: String, CodingKey { case outer, list, empty, nothing }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      try outer.encode(1, forKey: .list)
      try outer.encodeNil(forKey: .nothing)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode("a")
      try list.encodeNil()
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(true, forKey: .empty)
      var deep = list.nestedUnkeyedContainer()
      try deep.encode(contentsOf: [1, 2])
      try container.encode([String](), forKey: .empty)
    }
  }

  private struct Empty: Encodable {}

  private static func foundation(
    _ value: some Encodable, escapesSlashes: Bool = false
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      escapesSlashes ? .sortedKeys : [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func expectSame(_ value: some Encodable) throws {
    #expect(try JSONBytes.text(value) == (try foundation(value)))
    #expect(
      try JSONBytes.text(value, escapesSlashes: true)
        == (try foundation(value, escapesSlashes: true)))
  }

  @Test func `an object with every kind of value`() throws {
    let lines = [
      Order.Line(product: "gems", amount: -5, price: 0.1),
      Order.Line(product: "", amount: nil, price: 3),
    ]
    try Self.expectSame(
      Order(
        zone: "東京\u{01}\n\t\r\u{08}\u{0C}\\\"é\u{2028}", state: .open, lines: lines,
        counts: ["b": 1, "a10": 2, "a9": 3, "C": 4, "_": 5, "é": 6, "z\"": 7], isPaid: true,
        note: nil, receipt: Data([0, 255, 7]), page: URL(string: "https://example.com/a?b=c"),
        id: UUID(), byte: 255, large: .max))
  }

  @Test func `containers within containers, and nothing at all`() throws {
    try Self.expectSame(Nested())
    try Self.expectSame([Empty(), Empty()])
    try Self.expectSame([[String]]())
    try Self.expectSame(["a": Optional<Int>.none, "b": 1])
    try Self.expectSame([1: "a"])
    try Self.expectSame("text")
  }

  @Test func `a part that is encoded before`() throws {
    let values = ["a": ["/", "b"], "c": []]
    let parts = try values.mapValues { try EncodedPart($0) }
    #expect(try JSONBytes.text([parts]) == (try JSONBytes.text([values])))
    #expect(throws: EncodingError.self) { try JSONBytes.text(parts, escapesSlashes: true) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(parts) }
  }

  @Test func `numbers of every size`() throws {
    try Self.expectSame([Int64.min, -1, 0, 9, 10, .max])
    try Self.expectSame([0.0, -0.5, 1e-7, 1e21, 123_456_789.125, .greatestFiniteMagnitude])
    try Self.expectSame([Float(0.1), 2])
    #expect(try JSONBytes.text([Int128.max]) == "[170141183460469231731687303715884105727]")
    #expect(throws: EncodingError.self) { try JSONBytes.encode([Double.infinity]) }
  }

  @Test func `random texts as keys and values`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let texts = (0..<6).map { _ in
        String(
          String.UnicodeScalarView(
            (0..<Int.random(in: 0..<9, using: &random)).map { _ in
              Unicode.Scalar(UInt32.random(in: 0..<0x3_000, using: &random)) ?? "x"
            }))
      }
      try Self.expectSame(texts)
      try Self.expectSame(
        Dictionary(texts.map { ($0.filter(\.isASCII), $0) }, uniquingKeysWith: { $1 }))
    }
  }

  @Test func `moments and decimals are refused`() {
    #expect(throws: EncodingError.self) { try JSONBytes.encode([Date()]) }
    #expect(throws: EncodingError.self) { try JSONBytes.encode([Decimal(1)]) }
  }
}
