import AppStore
import Testing

/// Bodies that are not what Apple sends.
struct LegacyJSONTests {
  @Test(arguments: [
    ("", 0), ("[]", 0), ("null", 0), ("{", 1), (#"{"a"}"#, 4), (#"{"a":1,}"#, 7), (#"{"a":}"#, 5),
    (#"{"a":01}"#, 6), (#"{"a":-}"#, 6), (#"{"a":1.}"#, 7), (#"{"a":1e}"#, 7), (#"{"a":+1}"#, 5),
    (#"{"a":nul}"#, 8), (#"{"a":NaN}"#, 5), (#"{"a":[1 2]}"#, 8), (#"{"a":"x"#, 7),
    (#"{"a":"\x"}"#, 8), (#"{"a":"\u12g4"}"#, 10), (#"{"a":"\ud800"}"#, 12),
    (#"{"a":"\ud800\u0041"}"#, 18), (#"{"a":"\udc00"}"#, 12), ("{\"a\":\"\n\"}", 6),
    ("{} {}", 3), ("\u{FEFF}{}", 0),
  ])
  func `malformed JSON is rejected at its offset`(text: String, offset: Int) {
    #expect(LegacyBody.error(of: Array(text.utf8)) == .malformed(offset: offset))
  }

  @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]])
  func `text that is not UTF-8 is rejected`(bytes: [UInt8]) {
    let body = Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)
    #expect(LegacyBody.error(of: body) == .malformed(offset: 5))
  }

  @Test(arguments: [
    (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"b":[{"a":null,"a":2}]}"#, 16),
    (#"{"password":"a","password":"b"}"#, 16),
  ])
  func `a name told twice is rejected`(text: String, offset: Int) {
    #expect(LegacyBody.error(of: Array(text.utf8)) == .duplicateKey(offset: offset))
  }

  @Test func `thirty-two levels are read, and not one more`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    let read = try NotificationV1(LegacyBody.notification(#""x":\#(nested(31))"#))
    #expect(read.notificationType == .didRenew)
    let deep = LegacyBody.error(of: Array(#"{"x":\#(nested(32))}"#.utf8))
    #expect(deep == .tooDeep(offset: 5 + 31))
    let bomb = LegacyBody.error(of: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    #expect(bomb == .tooDeep(offset: 32))
  }

  @Test func `a body past ten megabytes is not parsed`() {
    let limit = 10 << 20
    let padding = Array(repeating: UInt8(ascii: " "), count: limit)
    #expect(LegacyBody.error(of: padding) == .malformed(offset: limit))
    let error = LegacyBody.error(of: padding + [UInt8(ascii: " ")])
    #expect(error == .tooLarge(max: 10_485_760, of: .bytes))
    #expect(error?.description == "the document has more than 10485760 bytes")
  }

  @Test func `half a million values are too many`() throws {
    func body(_ zeros: Int) -> [UInt8] {
      let list = String(repeating: "0,", count: zeros - 1) + "0"
      return LegacyBody.notification(#""x":[\#(list)]"#)
    }
    // The object, its two mandatory members and the list count too.
    #expect(try NotificationV1(body(499_996)).entries == [])
    #expect(LegacyBody.error(of: body(499_997)) == .tooLarge(max: 500_000, of: .values))
  }

  @Test func `a body cut off anywhere is rejected`() {
    let whole = LegacyBody.unified()
    for length in 0..<whole.count {
      #expect(LegacyBody.error(of: Array(whole[..<length])) == .malformed(offset: length))
    }
  }
}
