import Foundation
import Testing

struct RecordedAnswerTests {
  private static let recorded = #"{"a":1,"b":[true,null,{"c":"x"}]}"#

  @Test(arguments: [
    recorded, #"{"b":[true,null,{"new":0,"c":"x"}],"a":1,"new":[]}"#,
  ])
  func `is the same where everything recorded is present and equal`(answer: String) throws {
    #expect(try Self.difference(to: answer) == nil)
  }

  @Test(arguments: [
    (#"{"a":2,"b":[true,null,{"c":"x"}]}"#, "$.a"), (#"{"b":[true,null,{"c":"x"}]}"#, "$.a"),
    (#"{"a":1,"b":[1,null,{"c":"x"}]}"#, "$.b[0]"), (#"{"a":true,"b":[]}"#, "$.a"),
    (#"{"a":1,"b":[true,false,{"c":"x"}]}"#, "$.b[1]"),
    (#"{"a":1,"b":[true,null,{"c":"y"}]}"#, "$.b[2].c"),
    (#"{"a":1,"b":[true,null,{"c":"x"},0]}"#, "$.b"), (#"{"a":1,"b":{}}"#, "$.b"),
  ])
  func `is another one where a value, a field or an element is`(
    answer: String, place: String
  ) throws {
    let difference = try Self.difference(to: answer)
    #expect(difference?.hasPrefix("\(place) ") == true, "\(difference ?? "no difference")")
  }

  @Test func `is another one where its code is, or its text`() throws {
    #expect(try Self.difference(to: Self.recorded, code: 404) != nil)
    let text = try RecordedAnswer(line: #"{"get":"/v1/a","status":200,"text":"a,b\r\n"}"#)
    #expect(try text.difference(to: Data("a,b\r\n".utf8), code: 200) == nil)
    #expect(try text.difference(to: Data("a,b\n".utf8), code: 200) != nil)
  }

  private static func difference(to answer: String, code: Int = 200) throws -> String? {
    try RecordedAnswer(line: #"{"get":"/v1/a","status":200,"body":\#(recorded)}"#)
      .difference(to: Data(answer.utf8), code: code)
  }
}
