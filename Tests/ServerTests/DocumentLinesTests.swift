import Foundation
import Testing

@testable import Server

struct DocumentLinesTests {
  @Test(arguments: [64, 76], ["\n", "\r\n"])
  func `a wrapped receipt among JSON lines is one line, at its place`(
    columns: Int, lineBreak: String
  ) {
    let receipt = Self.receipt(bytes: 1_000)
    let text = ["{}", Self.wrapped(receipt, at: columns, by: lineBreak), "a.b.c", "", "\"d\""]
      .joined(separator: lineBreak)
    let lines = Self.lines(text)
    #expect(lines.map(\.text) == ["{}", receipt, "a.b.c", "\"d\""])
    let length = (receipt.count + columns - 1) / columns
    #expect(lines.map(\.number) == [1, 2, 2 + length, 4 + length])
  }

  /// Whole lines alone end some of these receipts, so that only the length tells where the next begins.
  @Test(arguments: [64, 76], 300...360)
  func `receipts that follow each other are told apart`(columns: Int, bytes: Int) {
    let receipts = [
      Self.receipt(bytes: bytes), Self.receipt(bytes: bytes, isIndefinite: true),
      Self.receipt(bytes: bytes),
    ]
    let text = receipts.map { Self.wrapped($0, at: columns) }.joined(separator: "\n")
    #expect(Self.lines(text).map(\.text) == receipts)
    #expect(Self.lines(receipts.joined(separator: "\n")).map(\.text) == receipts)
  }

  @Test(arguments: ["{\n\t", "{ "], [64, 76])
  func `wrapped transaction receipts of iOS 6 are a line each`(start: String, columns: Int) {
    let text = start + "\"purchase-info\" = \"" + String(repeating: "A", count: 180) + "\";\n}"
    let receipt = Data(text.utf8).base64EncodedString()
    let wrapped = Self.wrapped(receipt, at: columns)
    let lines = Self.lines([wrapped, wrapped, "eyAiYWxnIn0.e30.c2ln"].joined(separator: "\n"))
    #expect(lines.map(\.text) == [receipt, receipt, "eyAiYWxnIn0.e30.c2ln"])
  }

  @Test func `lines that are no receipt stay apart`() {
    let (name, long) = ("MIlk", String(repeating: "MIlk", count: 16))
    let tail = String(long.dropFirst())
    let words = [name, name, "", "  bread ", "\(long)-", "\(long).", tail, long]
    let lines = Self.lines(words.joined(separator: "\n") + "\n")
    #expect(
      lines.map(\.text) == [name, name, "bread", "\(long)-", "\(long).", tail, long])
    #expect(Self.lines("").isEmpty)
    #expect(Self.lines(" \n\r\n").isEmpty)
  }

  private static func lines(_ text: String) -> [(number: Int, text: String)] {
    DocumentLines(Data(text.utf8)).map { ($0.number, String(decoding: $0.text, as: UTF8.self)) }
  }

  /// Returns the Base64 of a sequence that is as long as it says, filled with zeros at whose places the
  /// text says `MI`.
  private static func receipt(bytes: Int, isIndefinite: Bool = false) -> String {
    let header: [UInt8] =
      isIndefinite ? [0x30, 0x80] : [0x30, 0x82, UInt8(bytes >> 8), UInt8(bytes & 0xFF)]
    let body = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) }
    return Data(header + body + (isIndefinite ? [0, 0] : [])).base64EncodedString()
  }

  private static func wrapped(
    _ text: String, at columns: Int, by lineBreak: String = "\n"
  ) -> String {
    stride(from: 0, to: text.count, by: columns)
      .map { String(text.dropFirst($0).prefix(columns)) }.joined(separator: lineBreak)
  }
}
