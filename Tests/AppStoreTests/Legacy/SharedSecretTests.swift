import AppStore
import Testing

struct SharedSecretTests {
  @Test(arguments: [
    ("a", "a", true), (LegacyBody.secret, LegacyBody.secret, true), ("a", "b", false),
    ("a", "aa", false), ("aa", "a", false), (LegacyBody.secret, LegacyBody.secret + "0", false),
    ("0" + LegacyBody.secret.dropFirst(), "1" + LegacyBody.secret.dropFirst(), false),
    ("é", "e\u{301}", false),
  ])
  func `a secret matches the same bytes alone`(
    one: String, other: String, isMatch: Bool
  ) throws {
    let (first, second) = (try #require(SharedSecret(one)), try #require(SharedSecret(other)))
    #expect(first.matches(second) == isMatch && second.matches(first) == isMatch)
  }

  @Test func `an empty text is no secret`() {
    #expect(SharedSecret("") == nil)
  }

  @Test(arguments: [(#""""#, false), ("null", false), (#""0f1e""#, true), ("123", true)])
  func `a notification may come without a password`(json: String, hasPassword: Bool) throws {
    let notification = try NotificationV1(LegacyBody.notification(#""password":\#(json)"#))
    #expect((notification.password != nil) == hasPassword)
  }

  @Test func `no printing shows the secret`() throws {
    let notification = try NotificationV1(
      LegacyBody.notification(#""password":"\#(LegacyBody.secret)""#))
    let secret = try #require(notification.password)
    #expect(try secret.matches(#require(SharedSecret(LegacyBody.secret))))
    var dumped = ""
    dump(notification, to: &dumped)
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped, "\(notification)"] {
      #expect(text.contains("<redacted>") && !text.contains(LegacyBody.secret))
    }
    let twice = LegacyBody.error(
      of: LegacyBody.notification(
        #""password":"\#(LegacyBody.secret)","password":"\#(LegacyBody.secret)""#))
    #expect(twice != nil && "\(String(reflecting: twice))".contains(LegacyBody.secret) == false)
  }
}
