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
    "04-catalog.sh": ["com.example.game.gems.100: Consumable; 100 gem"],
    "05-store.sh": [#""now":"2025-01-01T09:00:00.000Z","speed":0"#],
    "08-buy.sh": ["200000010000000: eyJ"],
    "09-post.sh": [#""state":"settled""#, #""finish":true"#],
    "10-post-again.sh": [#""duplicate":true\#n"finish":true"#],
    "11-finish.sh": [#""isFinished":true"#, #"{"signedTransactions":[]}"#],
    "12-wallet.sh": [#""balance":100"#, #""kind":"credited""#],
    "13-spend.sh": [
      """
      "balance":70
      "number":2
      "balance":70
      "number":2
      """
    ],
    "14-subscribe.sh": [#""state":"settled""#, #""finish":true"#],
    "15-entitled.sh": [
      #""productId":"com.example.game.pro.monthly""#, #""state":"active""#, #""because":["#,
    ],
    "16-told-twice.sh": [
      #""type":"transaction.observed""#, #""notificationType":"SUBSCRIBED""#,
      #""notificationType":"ONE_TIME_CHARGE""#,
    ],
    "17-crash.sh": [pro("active"), noAds],
    "18-next-launch.sh": [
      """
      "duplicate":true
      "finish":true
      "duplicate":true
      "finish":true
      """
    ],
    "19-month.sh": [#""expiresAt":"2025-03-01T09:00:"#, #""status":"active""#],
    "20-past.sh": [#""expiresAt":"2025-02-01T09:00:"#, "\"status\":\"active\"\nnothing\n"],
    "21-grace.sh": [
      #""gracePeriodExpiresAt":"2025-03-17T09:00:"#, #""status":"gracePeriod""#,
      pro("gracePeriod"), noAds,
    ],
    "22-billing-retry.sh": ["\"status\":\"billingRetry\"\n\(noAds)"],
    "23-mended.sh": [
      #""expiresAt":"2025-04-21T08:00:"#, #""status":"active""#, pro("active"), noAds,
    ],
    "24-refund.sh": ["\"autoRenew\":false\n\"status\":\"revoked\"\n\(noAds)"],
    "25-reversal.sh": ["\"autoRenew\":true\n\"status\":\"active\"\n\(pro("active"))", noAds],
    "26-doubled.sh": [
      "1 accounts checked: 2 entitlements and 1 subscriptions; 0 accounts differ"
    ],
    "27-lost.sh": [
      "\"renewalOverdue\":true\n\"status\":\"expired\"", "1 accounts differ",
      "not told: owns com.example.game.pro.monthly", "The ledger was not told.",
    ],
    "28-posted.sh": ["1 accounts checked: 2 entitlements and 1 subscriptions; 0 accounts differ"],
  ]

  private static let noAds = "\"productId\":\"com.example.game.no_ads\"\n\"state\":\"active\""

  private static func pro(_ state: String) -> String {
    "\"productId\":\"com.example.game.pro.monthly\"\n\"state\":\"\(state)\""
  }
}
