import HTTP
import Testing

struct PlainNameTests {
  @Test(arguments: [
    "player-1", "a/b é", "玩家一号", "ประยุทธ์", "한글", "👍🏽", "❤", "🇯🇵", "naïve & co", "\u{E000}",
    String(repeating: "a", count: 255),
  ])
  func `a text of characters that can be seen, composed, may be recorded`(text: String) {
    #expect(PlainName.fault(recording: text) == nil)
  }

  @Test(arguments: [
    ("a\u{202E}b", "U+202E"), ("a\u{2066}b", "U+2066"), ("a\u{200B}", "U+200B"),
    ("\u{FEFF}a", "U+FEFF"), ("a\u{AD}b", "U+00AD"), ("👩\u{200D}🚀", "U+200D"),
    ("a\u{2028}b", "U+2028"), ("a\u{2029}b", "U+2029"), ("a\u{FFFF}", "U+FFFF"),
    (String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self), "U+FDD0"),
    ("a\u{10FFFE}", "U+10FFFE"), ("a\u{E0001}", "U+E0001"), ("❤\u{FE0F}", "U+FE0F"),
    ("a\u{34F}b", "U+034F"), ("a\u{3164}", "U+3164"), ("a\u{FFA0}", "U+FFA0"),
    ("a\u{115F}", "U+115F"), ("a\u{1160}", "U+1160"), ("a\u{180B}", "U+180B"),
    ("a\u{17B4}", "U+17B4"), ("a\u{E0100}", "U+E0100"), ("a\u{2800}b", "U+2800"),
    ("a\u{2065}", "U+2065"), ("a\u{FFF0}", "U+FFF0"),
  ])
  func `a character that cannot be seen is named, and was allowed before`(
    text: String, codePoint: String
  ) {
    #expect(
      PlainName.fault(recording: text)
        == "must not hold \(codePoint), which cannot be seen: leave it out")
    #expect(PlainName.fault(seeking: text) == nil)
  }

  /// Unicode says of these that programs show nothing for them.
  @Test func `no code point that is ignored by default may be recorded`() {
    let ignored = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
      .filter(\.properties.isDefaultIgnorableCodePoint)
    #expect(ignored.count > 4_000)
    let allowed = ignored.filter { PlainName.fault(recording: "a\($0)b") == nil }
    #expect(allowed == [])
  }

  @Test(arguments: ["e\u{301}", "\u{212B}", "\u{1100}\u{1161}", "か\u{3099}"])
  func `two spellings of one text are not two names`(text: String) {
    #expect(
      PlainName.fault(recording: text)
        == "must be in Unicode's composed form: normalize it to NFC")
    #expect(PlainName.fault(seeking: text) == nil)
  }

  @Test(arguments: [
    ("", "must have 1 to 255 bytes of UTF-8"),
    (String(repeating: "é", count: 128), "must have 1 to 255 bytes of UTF-8"),
    ("a\u{0}", "must not hold U+0000, a control character: leave it out"),
    ("a\u{85}", "must not hold U+0085, a control character: leave it out"),
  ])
  func `no text may be empty, long or hold a control character`(text: String, fault: String) {
    #expect(PlainName.fault(recording: text) == fault)
    #expect(PlainName.fault(seeking: text) == fault)
  }

  @Test(arguments: [" ", "  ", "\u{A0}", "\u{3000}"])
  func `a blank text may not be recorded, and was allowed before`(text: String) {
    #expect(PlainName.fault(recording: text) == "must not be blank")
    #expect(PlainName.fault(seeking: text) == nil)
  }
}
