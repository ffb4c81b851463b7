import Testing

@testable import AppStore

struct JSONScannerTests {
  private func error(of bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONDocument(bytes[...])
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("", 0), (" ", 1), ("{", 1), (#"{"a"}"#, 4), (#"{"a":1,}"#, 7), (#"{"a":}"#, 5),
      (#"{,"a":1}"#, 1), (#"{"a":1 "b":2}"#, 7), (#"{"a" 1}"#, 5), ("{1:1}", 1), ("[1,]", 3),
      ("[,1]", 1), ("[1 2]", 3), ("[1}", 2), (#"{"a":1]"#, 6), ("01", 1), ("-", 1), ("1.", 2),
      (".5", 0), ("1e", 2), ("1e+", 3), ("+1", 0), ("1.2.3", 3), ("0x1", 1), ("nul", 3),
      ("NaN", 0), ("True", 0), (#""x"#, 2), (#""\x""#, 2), (#""\u12g4""#, 5), (#""\u12"#, 5),
      (#""\"#, 2), ("\"\u{1F}\"", 1), ("\"1234567\n\"", 8), ("{} {}", 3), ("1/**/", 1),
      ("\u{FEFF}{}", 0), ("]", 0),
    ] as [(String, Int)])
  func `bytes that are no JSON are rejected at their offset`(text: String, offset: Int) {
    #expect(error(of: Array(text.utf8)) == .malformed(offset: offset))
  }

  @Test(arguments: [
    "0", "-0", "10", "-1.50", "1e5", "1E-5", "0.1e+10", "null", "true", "false", #""""#, "[]", "{}",
    " [ ] ", "\t{\r\n}", "[[],{}]", #"{"":0}"#, #"{"a":1,"a":2}"#, #""\"\\\/\b\f\n\r\t\u00e9""#,
    #""\uD83D\uDE00""#, #""\ud800""#, "\"\u{7F}é€😀\"", "\"12345678é12345678\"",
    "1" + String(repeating: "0", count: 400),
  ])
  func `every form of JSON is accepted`(text: String) {
    #expect(error(of: Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      ([0x80], 1), ([0xC0, 0xAF], 1), ([0xC1, 0xBF], 1), ([0xC3], 2), ([0xC3, 0xC3], 2),
      ([0xE0, 0x9F, 0x80], 2), ([0xE2, 0x82], 3), ([0xED, 0xA0, 0x80], 2),
      ([0xF0, 0x8F, 0x80, 0x80], 2), ([0xF0, 0x9F, 0x98], 4), ([0xF4, 0x90, 0x80, 0x80], 2),
      ([0xF5, 0x80, 0x80, 0x80], 1), ([0xFF], 1),
    ] as [([UInt8], Int)])
  func `text that is not UTF-8 is rejected at its offset`(bytes: [UInt8], offset: Int) {
    #expect(error(of: [0x22] + bytes + [0x22]) == .malformed(offset: offset))
  }

  @Test(
    arguments: [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
      [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]])
  func `the first and last characters of each length are accepted`(bytes: [UInt8]) {
    #expect(error(of: [0x22] + bytes + [0x22]) == nil)
  }

  @Test func `a character that ends a word of eight bytes is found at every place`() {
    for count in 0...40 {
      let plain = Array(repeating: UInt8(ascii: "a"), count: count)
      #expect(error(of: [0x22] + plain + [0x22]) == nil, "\(count)")
      #expect(error(of: [0x22] + plain + [0x1F] + plain) == .malformed(offset: count + 1))
      #expect(error(of: [0x22] + plain + [0x80] + plain) == .malformed(offset: count + 1))
      #expect(error(of: [0x22] + plain) == .malformed(offset: count + 1))
    }
  }

  @Test func `five hundred and twelve levels are read, and not one more`() {
    func nested(_ levels: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: levels)
        + Array(repeating: UInt8(ascii: "]"), count: levels)
    }
    #expect(error(of: nested(512)) == nil)
    #expect(error(of: nested(513)) == .tooDeep(offset: 512))
    #expect(error(of: nested(1_000_000)) == .tooDeep(offset: 512))
  }

  @Test func `a slice is scanned from its own start`() throws {
    let bytes = Array(#"xx{"a":"bc"}yy"#.utf8)
    let text = try JSONDocument(bytes[2..<12]).object().text("a")
    #expect(text == bytes[8..<10] && text?.startIndex == 8)
    #expect(throws: JSONError.malformed(offset: 10)) { try JSONDocument(bytes[2...]) }
  }

  @Test func `a text without escapes is a slice of the received bytes`() throws {
    let bytes = Array(#"{"a":"plain","b":"with\u0020escape"}"#.utf8)
    let object = try JSONDocument(bytes[...]).object()
    let plain = try #require(try object.text("a"))
    let isSlice = bytes.withUnsafeBytes { bytes in
      plain.withUnsafeBytes { bytes.baseAddress.map { $0 + 6 } == $0.baseAddress }
    }
    #expect(isSlice)
    #expect(try object.string("b") == "with escape")
  }
}
