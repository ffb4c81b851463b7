import Ledger
import TestSupport
import Testing

@testable import HTTP

/// Refused notifications, which are counted with the app that they claim. Their content is not kept.
struct RefusedNotificationTests {
  @Test(arguments: [
    (BadNotification.foreignRoot, true), (.tampered, true), (.foreignApp, false), (.notJSON, false),
  ])
  func `a configured app is named that a payload claims`(bad: BadNotification, isOurs: Bool)
    async throws
  {
    let body = try bad.body(try TestLedger.makeAuthority())
    let app = ClaimedApp.of(Array(body.utf8), among: [TestLedger.app()])
    #expect(app == (isOurs ? TestLedger.bundleID : nil))
  }

  @Test func `a body of version 1 names its app as well`() {
    let body = #"{"notification_type":"DID_RENEW", "bid": "com.example.game"}"#
    #expect(ClaimedApp.of(Array(body.utf8), among: [TestLedger.app()]) == TestLedger.bundleID)
  }

  @Test func `counts are taken once, and given back where they cannot be kept`() {
    let counter = RejectionCounter()
    let (early, late) = (TestLedger.now, TestLedger.now + .seconds(60))
    counter.count("untrusted_root", of: "com.example.game", isRefused: true, at: early)
    counter.count("untrusted_root", of: "com.example.game", isRefused: true, at: late)
    counter.count("storage_unavailable", of: nil, isRefused: false, at: late)
    let taken = counter.take()
    #expect(taken.map(\.count) == [2])
    #expect(taken.map(\.firstAt) == [early] && taken.map(\.lastAt) == [late])
    #expect(counter.take().isEmpty)
    counter.giveBack(taken)
    counter.count("untrusted_root", of: "com.example.game", isRefused: true, at: late)
    #expect(counter.take().map(\.count) == [3])
    #expect(counter.snapshot == ["untrusted_root": 3, "storage_unavailable": 1])
  }
}
