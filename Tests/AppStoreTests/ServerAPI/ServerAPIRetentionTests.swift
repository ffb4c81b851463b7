import AppStore
import Foundation
import Testing

/// Requests that no simulated App Store serves, compared as they are written.
struct ServerAPIRetentionTests {
  typealias Ask = @Sendable (ServerAPIClient) async throws -> String

  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let text = "01020304-0506-0708-090a-0b0c0d0e0f10"
  private static let messaging = "/inApps/v1/messaging"

  private func heard(
    _ answer: String, _ ask: @escaping @Sendable (ServerAPIClient) async throws -> Void
  ) async throws -> ScriptedApple.Heard {
    let heard = HeardBox()
    try await ScriptedApple.with([.init(body: answer)]) { apple, url in
      try await ask(ScriptedApple.client([url]))
      await heard.keep(apple.heard)
    }
    return try #require(await heard.only)
  }

  private actor HeardBox {
    private var all: [ScriptedApple.Heard] = []
    var only: ScriptedApple.Heard? { all.count == 1 ? all[0] : nil }
    func keep(_ heard: [ScriptedApple.Heard]) { all = heard }
  }

  @Test func `an image goes as it is, with its size`() async throws {
    let heard = try await heard("") {
      try await $0.uploadImage([80, 78, 71], as: Self.id, size: .bulletPoint, in: .sandbox)
    }
    #expect(heard.line == "PUT \(Self.messaging)/image/\(Self.text)?imageSize=BULLET_POINT")
    #expect(heard.contentType == "image/png" && heard.body == "PNG")
  }

  @Test func `a message goes with everything it has`() async throws {
    let heard = try await heard("") { client in
      var message = RetentionMessage(header: "Stay", body: "please")
      message.headerPosition = .aboveImage
      message.image = .init(imageIdentifier: Self.id, altText: "a cat")
      message.bulletPoints = [.init(text: "one", imageIdentifier: Self.id, altText: "1")]
      try await client.uploadMessage(message, as: Self.id, in: .production)
    }
    #expect(heard.line == "PUT \(Self.messaging)/message/\(Self.text)")
    #expect(heard.contentType == "application/json")
    for part in [#""header":"Stay""#, #""headerPosition":"ABOVE_IMAGE""#, #""altText":"a cat""#] {
      #expect(heard.body.contains(part), "\(heard.body)")
    }
  }

  @Test(
    arguments: [
      (
        "GET /image/list", #"{"imageIdentifiers":[{"imageIdentifier":"i","imageState":"NEW"}]}"#,
        { @Sendable in try await $0.images(in: .production).map(\.imageIdentifier).joined() }, "i"
      ),
      (
        "GET /message/list", #"{"messageIdentifiers":[{"messageIdentifier":"m"}]}"#,
        { @Sendable in try await $0.messages(in: .production).map(\.messageIdentifier).joined() },
        "m"
      ),
      (
        "GET /default/a.b/de-DE", #"{"messageIdentifier":"m"}"#,
        { @Sendable in try await $0.defaultMessage(of: "a.b", locale: "de-DE", in: .production) },
        "m"
      ),
      (
        "GET /realtime/url", #"{"realtimeURL":"https://x","more":1}"#,
        { @Sendable in try await $0.realtimeURL(in: .production) }, "https://x"
      ),
      (
        "POST /performanceTest", #"{"requestId":"r","config":{"totalRequests":7}}"#,
        { @Sendable in
          try await $0.beginPerformanceTest(about: "1", in: .production).requestId
        }, "r"
      ),
      (
        "GET /performanceTest/result/r", #"{"result":"PASS","failures":{"TIMED_OUT":1}}"#,
        { @Sendable in
          try await $0.performanceTestReport(of: "r", in: .production).result ?? ""
        }, "PASS"
      ),
    ] as [(String, String, Ask, String)])
  func `what Apple keeps is read`(
    line: String, answer: String, ask: @escaping Ask, expected: String
  ) async throws {
    let heard = try await heard(answer) { client in
      let found = try await ask(client)
      #expect(found == expected)
    }
    #expect(heard.line == line.replacingOccurrences(of: " ", with: " \(Self.messaging)"))
  }

  @Test func `what is set is deleted under the same address`() async throws {
    try await ScriptedApple.with([.init()]) { apple, url in
      let client = try ScriptedApple.client([url])
      try await client.setDefaultMessage(Self.id, of: "a", locale: "en", in: .production)
      try await client.deleteDefaultMessage(of: "a", locale: "en", in: .production)
      try await client.setRealtimeURL("https://x", in: .production)
      try await client.deleteRealtimeURL(in: .production)
      try await client.deleteImage(Self.id, in: .production)
      try await client.deleteMessage(Self.id, in: .production)
      #expect(
        apple.heard.map(\.line) == [
          "PUT \(Self.messaging)/default/a/en", "DELETE \(Self.messaging)/default/a/en",
          "PUT \(Self.messaging)/realtime/url", "DELETE \(Self.messaging)/realtime/url",
          "DELETE \(Self.messaging)/image/\(Self.text)",
          "DELETE \(Self.messaging)/message/\(Self.text)",
        ])
      #expect(apple.heard[0].body == #"{"messageIdentifier":"\#(Self.text)"}"#)
    }
  }

  @Test func `the first version of the refunds is one list`() async throws {
    let heard = try await heard(#"{"signedTransactions":["a","b"]}"#) { client in
      let refunds = try await client.refundHistoryV1(of: "7", in: .production)
      #expect(refunds == ["a", "b"])
    }
    #expect(heard.line == "GET /inApps/v1/refund/lookup/7")
  }
}
