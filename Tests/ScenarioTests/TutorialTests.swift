import Foundation
import Testing

/// The tutorial of the simulated App Store, followed to the letter.
struct TutorialTests {
  @Test func `the tutorial shows every step file once, in the order of the files`() throws {
    let steps = try Tutorial.steps()
    #expect(steps == (try Tutorial.shownSteps()))
    #expect(Set(Self.expected.keys).isSubset(of: steps))
  }

  @Test(.timeLimit(.minutes(20)))
  func `the steps of the tutorial, run as they stand, do what it says`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tutorial-\(UUID())")
    let run = try await Tutorial.run(in: folder)
    try #require(run.code == 0, "\(run.log)")
    for (step, passages) in Self.expected {
      let output = run.outputs[step] ?? ""
      for passage in passages {
        #expect(output.contains(passage), "\(step) printed\n\(output)")
      }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["log", "outputs"], "what the first step made is gone after the last")
    try FileManager.default.removeItem(at: folder)
  }

  /// The output of the steps, as far as the tutorial mentions it.
  private static let expected: [String: [String]] = [
    "02-ledger.sh": [#""ready":true"#],
    "04-store.sh": [#""now":"2025-01-01T09:00:00.000Z","speed":0"#],
    "07-buy.sh": ["200000010000000: eyJ"],
    "08-post.sh": [#""state":"settled""#, #""finish":true"#],
    "09-post-again.sh": [#""duplicate":true\#n"finish":true"#],
    "10-finish.sh": [#""isFinished":true"#, #"{"signedTransactions":[]}"#],
    "11-subscribe.sh": [#""state":"settled""#, #""finish":true"#],
    "12-entitled.sh": [
      #""productId":"com.example.game.pro.monthly""#, #""state":"active""#, #""because":["#,
    ],
    "13-told-twice.sh": [
      #""type":"transaction.observed""#, #""notificationType":"SUBSCRIBED""#,
      #""notificationType":"ONE_TIME_CHARGE""#,
    ],
    "14-crash.sh": [pro("active"), noAds],
    "15-next-launch.sh": [
      """
      "duplicate":true
      "finish":true
      "productId":"com.example.game.pro.monthly"
      "duplicate":true
      "finish":true
      "productId":"com.example.game.no_ads"
      """
    ],
    "16-month.sh": [#""expiresAt":"2025-03-01T09:00:"#, #""status":"active""#],
    "17-past.sh": [#""expiresAt":"2025-02-01T09:00:"#, "\"status\":\"active\"\nnothing\n"],
    "18-grace.sh": [
      #""gracePeriodExpiresAt":"2025-03-17T09:00:"#, #""status":"gracePeriod""#,
      pro("gracePeriod"), noAds,
    ],
    "19-billing-retry.sh": ["\"status\":\"billingRetry\"\n\(noAds)"],
    "20-mended.sh": [
      #""expiresAt":"2025-04-21T08:00:"#, #""status":"active""#, pro("active"), noAds,
    ],
    "21-refund.sh": ["\"autoRenew\":false\n\"status\":\"revoked\"\n\(noAds)"],
    "22-reversal.sh": ["\"autoRenew\":true\n\"status\":\"active\"\n\(pro("active"))", noAds],
    "23-doubled.sh": [
      "1 accounts checked: 2 entitlements and 1 subscriptions; 0 accounts differ"
    ],
    "24-lost.sh": [
      "\"renewalOverdue\":true\n\"status\":\"expired\"", "1 accounts differ",
      "not told: owns com.example.game.pro.monthly", "The ledger was not told.",
    ],
    "25-posted.sh": ["1 accounts checked: 2 entitlements and 1 subscriptions; 0 accounts differ"],
  ]

  private static let noAds = "\"productId\":\"com.example.game.no_ads\"\n\"state\":\"active\""

  private static func pro(_ state: String) -> String {
    "\"productId\":\"com.example.game.pro.monthly\"\n\"state\":\"\(state)\""
  }
}
