import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct RejectionTests {
  private func rejection(
    _ body: [UInt8], _ ledger: TestLedger
  ) async throws -> Rejection? {
    do {
      _ = try await ledger.intake.notifications.receive(notification: body)
      return nil
    } catch let rejection as Rejection {
      return rejection
    }
  }

  @Test func `each kind of bad input has its own code and stores nothing`() async throws {
    try await TestLedger.with { ledger in
      let good = try ledger.notification("TEST")
      let text = String(decoding: good, as: UTF8.self)
      let stranger = try TestLedger.makeAuthority()
      var foreignApp = SignableNotification(
        "TEST", notificationUUID: UUID().uuidString, signedDate: TestLedger.now.milliseconds)
      foreignApp.data = SignableNotificationData(
        bundleId: "com.example.other", environment: "Production")
      var sandbox = foreignApp
      sandbox.data = SignableNotificationData(
        bundleId: TestLedger.bundleID.rawValue, environment: "Xcode")
      var wrongNumber = foreignApp
      wrongNumber.data = SignableNotificationData(
        bundleId: TestLedger.bundleID.rawValue, environment: "Production", appAppleId: 7)
      var withoutNumber = foreignApp
      withoutNumber.data = SignableNotificationData(
        bundleId: TestLedger.bundleID.rawValue, environment: "Production")
      func body(_ jws: String) -> [UInt8] { Array(#"{"signedPayload":"\#(jws)"}"#.utf8) }

      let cases: [([UInt8], String, Rejection.Kind)] = [
        (Array("not json".utf8), "unreadable_json", .unreadable),
        (Array("{}".utf8), "missing_signed_payload", .unreadable),
        (
          Array(#"{"notification_type":"CANCEL"}"#.utf8), "shared_secret_not_configured",
          .notConfigured
        ),
        (body("a.b"), "malformed_jws", .unreadable),
        (
          Array(text.replacing("\"}", with: "AA\"}").utf8), "invalid_signature", .notGenuine
        ),
        (body(try stranger.sign(payload: foreignApp)), "untrusted_root", .notGenuine),
        (
          body(try ledger.authority.sign(payload: foreignApp)), "app_not_configured",
          .notConfigured
        ),
        (
          body(try ledger.authority.sign(payload: sandbox)), "environment_not_configured",
          .notConfigured
        ),
        (
          body(try ledger.authority.sign(payload: wrongNumber)), "wrong_app_apple_id",
          .notConfigured
        ),
        (
          body(try ledger.authority.sign(payload: withoutNumber)), "missing_app_apple_id",
          .unreadable
        ),
      ]
      for (bytes, code, kind) in cases {
        let rejection = try await rejection(bytes, ledger)
        #expect(rejection?.code == code)
        #expect(rejection?.kind == kind, "\(code)")
      }
      #expect(try await ledger.eventCount() == 0)
    }
  }
}

struct PostRejectionTests {
  private let may = Instant(day: "2026-05-01")

  @Test func `good items are recorded beside bad ones`() async throws {
    try await TestLedger.with { ledger in
      let good = try ledger.authority.sign(
        payload: TestLedger.transaction("2000", from: may, to: TestLedger.now))
      let forged = try TestLedger.makeAuthority().sign(
        payload: TestLedger.transaction("3000", from: may, to: TestLedger.now))
      let submission = try await ledger.intake.transactions.receive(
        TransactionPost(account: "anna", signedTransactions: ["rubbish", good, forged]))
      #expect(submission.state == .partial)
      #expect(submission.items.map(\.state) == [.rejected, .settled, .rejected])
      #expect(submission.items.map(\.reason) == ["malformed_jws", nil, "untrusted_root"])
      #expect(submission.items.map(\.finish) == [false, true, false])
      #expect(submission.items[1].transactionID == "2000")
    }
  }

  @Test func `the first account to post a chain keeps it, the second is rejected`() async throws {
    try await TestLedger.with { ledger in
      let jws = try ledger.authority.sign(
        payload: TestLedger.transaction("2000", from: may, to: TestLedger.now))
      func post(_ account: AccountID) async throws -> Submission {
        try await ledger.intake.transactions.receive(
          TransactionPost(account: account, signedTransactions: [jws]))
      }
      let first = try await post("anna")
      let second = try await post("ben")
      #expect(first.items[0].reason == nil)
      #expect(second.items[0].reason == "owned_by_another_account")
      #expect(second.items[0].duplicate && second.items[0].finish)
      try await ledger.project()
      let moment = may
      let annas = try await ledger.reader.status.entitlements(
        of: ledger.account("anna"), at: moment)
      let bens = try await ledger.reader.status.entitlements(of: ledger.account("ben"), at: moment)
      #expect(annas.value.count == 1)
      #expect(bens.value.isEmpty)
    }
  }

  @Test func `the same post has the same id and stores nothing twice`() async throws {
    try await TestLedger.with { ledger in
      let jws = try ledger.authority.sign(
        payload: TestLedger.transaction("2000", from: may, to: TestLedger.now))
      let post = TransactionPost(account: "anna", signedTransactions: [jws, jws])
      let first = try await ledger.intake.transactions.receive(post)
      let again = try await ledger.intake.transactions.receive(post)
      #expect(first.id == again.id)
      #expect(first.items.map(\.duplicate) == [false, true])
      #expect(again.items.map(\.duplicate) == [true, true])
    }
  }

  @Test func `the request's app and environment only narrow`() async throws {
    try await TestLedger.with { ledger in
      let jws = try ledger.authority.sign(
        payload: TestLedger.transaction("2000", from: may, to: TestLedger.now))
      let submission = try await ledger.intake.transactions.receive(
        TransactionPost(account: nil, signedTransactions: [jws], environment: .sandbox))
      #expect(submission.items.map(\.reason) == ["wrong_environment"])
      #expect(try await ledger.eventCount() == 0)
    }
  }
}
