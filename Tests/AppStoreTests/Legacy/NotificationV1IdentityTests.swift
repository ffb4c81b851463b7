import AppStore
import Foundation
import Testing

/// The identifier and the evidence of a notification that Apple does not number.
struct NotificationV1IdentityTests {
  private func notification(_ text: String) throws -> NotificationV1 {
    try NotificationV1(Array(text.utf8))
  }

  private static let plain =
    #"{"environment":"PROD","notification_type":"CANCEL","password":"a","x":[1,{"b":1.50,"a":null}]}"#

  @Test(arguments: [
    #"{"x":[1,{"a":null,"b":1.50}],"password":"a","notification_type":"CANCEL","environment":"PROD"}"#,
    #" { "environment" :"PROD",\#n"notification_type":"CANCEL","password":"b","x":[ 1,{"b":1.50,"a":null}]}"#,
    #"{"environment":"PROD","notification_type":"CANCEL","x":[1,{"b":1.50,"a":null}]}"#,
    #"{"p\u0061ssword":"a","environment":"\u0050ROD","notification_type":"CANCEL","x":[1,{"b":1.50,"a":null}]}"#,
  ])
  func `order, white space, escapes and password do not change the identifier`(
    text: String
  ) throws {
    let (first, second) = (try notification(Self.plain), try notification(text))
    #expect(first.messageID == second.messageID)
    #expect(first.withoutPassword == second.withoutPassword)
  }

  @Test(arguments: [
    #"{"environment":"PROD","notification_type":"REFUND","x":[1,{"b":1.50,"a":null}]}"#,
    #"{"environment":"PROD","notification_type":"CANCEL","x":[1,{"b":1.51,"a":null}]}"#,
    #"{"environment":"PROD","notification_type":"CANCEL","x":[1,{"b":"1.50","a":null}]}"#,
    #"{"environment":"PROD","notification_type":"CANCEL","x":[{"b":1.50,"a":null},1]}"#,
    #"{"environment":"PROD","notification_type":"CANCEL"}"#,
  ])
  func `other content has another identifier`(text: String) throws {
    #expect(try notification(Self.plain).messageID != notification(text).messageID)
  }

  @Test func `the evidence is canonical JSON without the password`() throws {
    let told = try notification(
      #"{"z":"\u00e9\/\"\\\n\u001f\ud83d\ude00","password":"\#(LegacyBody.secret)","#
        + #""notification_type":"CANCEL","environment":"PROD","n":[9007199254740993,-1.0e+2,true]}"#
    )
    #expect(
      String(decoding: told.withoutPassword, as: UTF8.self)
        == #"{"environment":"PROD","n":[9007199254740993,-1.0e+2,true],"#
        + #""notification_type":"CANCEL","z":"é/\"\\\n\u001f😀"}"#)
    let again = try NotificationV1(told.withoutPassword)
    #expect(again.messageID == told.messageID && again.password == nil)
  }

  @Test func `the identifier is the beginning of SHA-256 in the form of version 8`() throws {
    // SHA-256 of {"environment":"PROD","notification_type":"CANCEL"}
    let id = try notification(#"{"notification_type":"CANCEL","environment":"PROD"}"#).messageID
    #expect(id == UUID(uuidString: "0abab8c1-1817-8861-8b02-282e2fa344c6"))
  }
}
