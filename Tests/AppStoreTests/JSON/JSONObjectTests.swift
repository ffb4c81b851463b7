import Testing

@testable import AppStore

struct JSONObjectTests {
  private func object(_ text: String) throws(JSONError) -> JSONObject {
    try JSONDocument(Array(text.utf8)[...]).object()
  }

  @Test(arguments: ["[]", "null", "1", #""a""#, "true"])
  func `a document may be another value than an object`(text: String) {
    #expect(throws: JSONError.notAnObject) { try object(text) }
  }

  @Test func `a member is found behind values of every kind`() throws {
    let object = try object(
      #"{"n":null,"o":{"x":1,"y":{"z":2}},"l":[1,[2,{"x":3}]],"s":"x","x":4}"#)
    #expect(try object.integer("x") == 4)
    #expect(try object.object("o")?.integer("x") == 1)
    #expect(try object.object("o")?.object("y")?.integer("z") == 2)
    #expect(try object.object("o")?.integer("s") == Int?.none)
    #expect(object.contains("n") && !object.contains("y") && !object.contains(""))
  }

  @Test func `of members with one name the first counts`() throws {
    let object = try object(#"{"a":1,"a":"x","b":null,"b":2,"\u0063":3,"c":4}"#)
    #expect(try object.integer("a") == 1)
    #expect(try object.integer("b") == Int?.none)
    #expect(try object.integer("c") == 3)
  }

  @Test func `an absent member and null have no value of any type`() throws {
    for text in ["{}", #"{"a":null}"#] {
      let object = try object(text)
      #expect(try object.string("a") == nil && object.text("a") == nil)
      #expect(try object.bool("a") == nil && object.integer("a") == Int32?.none)
      #expect(try object.timestamp("a") == nil && object.strings("a") == nil)
      #expect(try object.object("a") == nil)
    }
  }

  @Test func `a value of another type is an error of its field`() throws {
    let object = try object(
      #"{"s":"1","i":1,"b":true,"l":["a",1],"m":[null],"o":{},"h":"\ud800","k":"\ude00\ud83d"}"#)
    let error = { (field: String) in JSONError.unexpectedValue(field: field) }
    #expect(throws: error("i")) { try object.string("i") }
    #expect(throws: error("b")) { try object.string("b") }
    #expect(throws: error("s")) { try object.integer("s") as Int32? }
    #expect(throws: error("b")) { try object.integer("b") as Int64? }
    #expect(throws: error("s")) { try object.timestamp("s") }
    #expect(throws: error("i")) { try object.bool("i") }
    #expect(throws: error("l")) { try object.strings("l") }
    #expect(throws: error("m")) { try object.strings("m") }
    #expect(throws: error("o")) { try object.strings("o") }
    #expect(throws: error("l")) { try object.object("l") }
    #expect(throws: error("h")) { try object.string("h") }
    #expect(throws: error("k")) { try object.string("k") }
  }

  @Test(
    arguments: [
      (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""a\u00E9b""#, "aéb"),
      (#""\ud83d\ude00\u20ac""#, "😀€"), (#""\u0000""#, "\0"), (#""\\u0041""#, #"\u0041"#),
    ] as [(String, String)])
  func `escapes are replaced by their characters`(text: String, content: String) throws {
    #expect(try object(#"{"a":\#(text)}"#).string("a") == content)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("2147483647", 2_147_483_647), ("-2147483648", -2_147_483_648),
      ("2147483648", nil), ("1.0", 1), ("1e3", 1_000), ("1.5", nil), ("1e10", nil),
      ("99999999999999999999", nil), ("1e400", nil),
    ] as [(String, Int32?)])
  func `an integer is any number without a fraction that fits`(text: String, value: Int32?) throws {
    let object = try object(#"{"a":\#(text)}"#)
    guard let value else {
      #expect(throws: JSONError.unexpectedValue(field: "a")) { try object.integer("a") as Int32? }
      return
    }
    #expect(try object.integer("a") == value)
  }

  @Test(
    arguments: [
      ("999999999999999999", 999_999_999_999_999_999), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil),
    ] as [(String, Int64?)])
  func `an integer of 64 bits keeps all its digits`(text: String, value: Int64?) throws {
    let object = try object(#"{"a":\#(text)}"#)
    #expect((try? object.integer("a")) == value)
  }

  @Test(
    arguments: [
      ("253402300799999", 253_402_300_799_999), ("253402300800000", nil),
      ("-62167219200000", -62_167_219_200_000), ("-62167219200001", nil), ("1.9", 1), ("-1.9", -1),
      ("9223372036854775808", nil),
    ] as [(String, Int64?)])
  func `a moment lies in the years 0 to 9999`(text: String, value: Int64?) throws {
    let object = try object(#"{"a":\#(text)}"#)
    #expect((try? object.timestamp("a"))??.milliseconds == value)
  }

  @Test func `a list keeps its order, and its elements their escapes`() throws {
    #expect(try object(#"{"a":["b","\u0063",""]}"#).strings("a") == ["b", "c", ""])
    #expect(try object(#"{"a":[]}"#).strings("a") == [])
  }
}
