import Foundation
import JSONBytes
import Testing

struct StrictJSONTests {
  private struct Body: Decodable, Equatable {
    let a: [String]
    var b: [String: Int]?
  }

  private func decode(_ text: String) throws -> Body {
    try StrictJSON.decode(Body.self, from: Array(text.utf8))
  }

  @Test(arguments: [
    #"{"a":["x"],}"#, #"{"a":["x",]}"#, #"{"a":["x" , ]}"#, "{\"a\":[\"x\",\n\t\r]}",
    #"{"a":[],"b":{"c":1,}}"#, #"{"a":["x\\"],}"#, #"{"a":["\"",]}"#, "{\"a\":[]}\u{0}",
  ])
  func `a comma after the last item is no JSON`(text: String) {
    #expect(throws: DecodingError.self) { try decode(text) }
  }

  @Test func `bytes in another encoding than UTF-8 are no JSON`() throws {
    let text = #"{"a":["x"],}"#
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf32BigEndian] {
      let bytes = try #require(text.data(using: encoding))
      #expect(throws: DecodingError.self) { try StrictJSON.decode(Body.self, from: bytes) }
    }
  }

  @Test(arguments: [
    (#"{"a":[",]",",}","\",]"]}"#, [",]", ",}", #"",]"#]), (#"{"a":[ ]}"#, []),
    (#"{ "a" : [ "x" , "y" ] , "b" : { } }"#, ["x", "y"]), (#"{"a":["\\",","]}"#, [#"\"#, ","]),
  ])
  func `commas within texts and between items are read`(text: String, items: [String]) throws {
    #expect(try decode(text).a == items)
  }
}
