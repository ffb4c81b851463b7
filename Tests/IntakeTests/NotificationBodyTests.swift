import Testing

@testable import Intake

struct NotificationBodyTests {
  private func code(_ body: [UInt8]) -> String? {
    do throws(Rejection) {
      _ = try NotificationBody(body)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    arguments: [
      "", "null", "[]", #"["signedPayload"]"#, #""a.b.c""#, #"{"signedPayload":"a.b.c""#,
      #"{"signedPayload":"a.b.c"}x"#, #"{"signedPayload":"a.b.c",}"#, #"{"signedPayload":1}"#,
      #"{"signedPayload":["a.b.c"]}"#, #"{"signedPayload":"\ud800"}"#, #"{"signedPayload":"\q"}"#,
      #"{"signedPayload":"a.b.c","notification_type":1}"#, #"{"notification_type":{}}"#,
      "\u{FEFF}{}", "{\"signedPayload\":\"a.\n.c\"}", #"{"signedPayload":"a.b.c","x":01}"#,
    ])
  func `a body that is no JSON object with a JWS is unreadable`(body: String) {
    #expect(code(Array(body.utf8)) == "unreadable_json")
  }

  @Test func `a body that is not UTF-8 is unreadable`() {
    let body = Array(#"{"signedPayload":"a.b."#.utf8) + [0xFF] + Array(#""}"#.utf8)
    #expect(code(body) == "unreadable_json")
  }

  @Test func `a body nested a million times is unreadable`() {
    let opening = Array(#"{"x":"#.utf8) + Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(code(opening) == "unreadable_json")
    let objects = String(repeating: #"{"a":"#, count: 200_000)
    #expect(code(Array(objects.utf8)) == "unreadable_json")
  }

  @Test(arguments: [
    "{}", #"{"signedPayload":null}"#, #"{"notification_type":null}"#, #"{"signedpayload":"a"}"#,
    #"{"x":{"signedPayload":"a.b.c"}}"#,
  ])
  func `an object without a JWS lacks it`(body: String) {
    #expect(code(Array(body.utf8)) == "missing_signed_payload")
  }

  @Test(arguments: [
    (#"{"signedPayload":"a.b.c"}"#, "a.b.c"), (#" { "signedPayload" : "" } "#, ""),
    (#"{"signedPayload":"a\u002eb\/c"}"#, "a.b/c"), (#"{"signed\u0050ayload":"a"}"#, "a"),
    (#"{"signedPayload":"first","signedPayload":"second"}"#, "first"),
    (#"{"x":[{}],"signedPayload":"a","notification_type":"CANCEL"}"#, "a"),
  ])
  func `the JWS is read, whatever stands beside it`(body: String, jws: String) throws {
    guard case .signed(let bytes) = try NotificationBody(Array(body.utf8)) else {
      Issue.record("no JWS in \(body)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == jws)
  }

  @Test func `a body with a type and no JWS is of version 1`() throws {
    let body = try NotificationBody(Array(#"{"notification_type":"CANCEL"}"#.utf8))
    guard case .versionOne = body else {
      Issue.record("it is of version 1")
      return
    }
  }
}
