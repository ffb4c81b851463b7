import AppStore
import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

struct NotificationTests {
  private let june = Instant(day: "2026-06-01")
  private let may = Instant(day: "2026-05-01")

  @Test(arguments: NotificationType.documented.map(\.rawValue).sorted() + ["OF_TOMORROW"])
  func `every type is stored`(type: String) async throws {
    try await TestLedger.with { ledger in
      let subtypes = ["", "INITIAL_BUY", "OF_TOMORROW"]
      for subtype in subtypes {
        let receipt = try await ledger.intake.notifications.receive(
          notification: ledger.notification(type, subtype: subtype.isEmpty ? nil : subtype))
        #expect(!receipt.duplicate)
      }
      let stream = StreamID.app(.production, TestLedger.bundleID)
      let stored = try await ledger.log.reading.events(of: stream, limit: 10)
      let notifications = stored.compactMap { recorded in
        if case .chain(.notificationReceived(let notification)) = recorded.event {
          notification
        } else {
          nil
        }
      }
      #expect(notifications.map(\.notificationType) == [type, type, type])
      #expect(notifications.map { $0.subtype ?? "" } == subtypes)
    }
  }

  @Test func `a notification becomes an event, its facts and the claim of its token`() async throws
  {
    try await TestLedger.with { ledger in
      let token = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
      let transaction = TestLedger.transaction("2000", from: may, to: june, token: token)
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        renewalDate: june.milliseconds, signedDate: may.milliseconds, environment: "Production")
      let body = try ledger.notification("SUBSCRIBED", transaction, renewal: renewal)
      let receipt = try await ledger.intake.notifications.receive(notification: body)

      let chain = ChainID(.production, "2000")
      let events = try await ledger.log.reading.events(of: .chain(chain), limit: 10)
      guard events.count == 3,
        case .chain(.notificationReceived(let notification)) = events[0].event,
        case .chain(.transactionObserved(let fact)) = events[1].event,
        case .chain(.renewalObserved(let plan)) = events[2].event
      else { return #expect(Bool(false), "stored \(events.count) events of the chain") }
      #expect(notification.chain == chain)
      #expect(fact.purchase.productID == "com.example.month")
      #expect(fact.expiresDate == .present(june))
      #expect(fact.revocation == .absent)
      #expect(plan.plan.autoRenew == true)
      #expect(receipt.position.covers(Position([events[2].id.lane: events[2].id.position])))

      let account = AccountReference(.production, TestLedger.bundleID, AccountID(token))
      #expect(try await ledger.accounts.owners(of: chain).owner == .token(account))
      #expect(try await ledger.log.reading.events(of: .account(account), limit: 10).count == 1)
      // The three are one row, which bears the id of the last.
      let carrier = events[2].id
      #expect(events.map(\.evidence) == [carrier, carrier, carrier])
      guard case .received(let jws) = try await ledger.log.evidence(of: carrier) else {
        return #expect(Bool(false), "the evidence is not there")
      }
      let received = String(decoding: jws, as: UTF8.self)
      #expect(String(decoding: body, as: UTF8.self) == #"{"signedPayload":"\#(received)"}"#)
    }
  }

  @Test(
    arguments: [
      (nil, 1, 1), ("GRACE_PERIOD", 4, 4), ("GRACE_PERIOD", 3, 4), ("GRACE_PERIOD", nil, 4),
      ("VOLUNTARY", 2, 2), (nil, nil, nil), (nil, 77, 77),
    ] as [(String?, Int32?, Int32?)])
  func `the status beside a renewal is a part of it, and the subtype of grace means 4`(
    subtype: String?, number: Int32?, status: Int32?
  ) async throws {
    try await TestLedger.with { ledger in
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        renewalDate: june.milliseconds, signedDate: june.milliseconds, environment: "Production")
      _ = try await ledger.intake.notifications.receive(
        notification: ledger.notification(
          "DID_FAIL_TO_RENEW", subtype: subtype,
          TestLedger.transaction("2000", from: may, to: june),
          renewal: renewal, status: number))
      #expect(try await ledger.renewals(of: "2000").map(\.status?.rawValue) == [status])
      #expect(try await ledger.count("select count(*) from event") == 1)
    }
  }

  @Test func `a repetition is a duplicate, even signed again`() async throws {
    try await TestLedger.with { ledger in
      let uuid = UUID()
      let transaction = TestLedger.transaction("2000", from: may, to: june)
      let body = try ledger.notification("SUBSCRIBED", uuid: uuid, transaction)
      let first = try await ledger.intake.notifications.receive(notification: body)
      let again = try await ledger.intake.notifications.receive(notification: body)
      let anew = try await ledger.intake.notifications.receive(
        notification: ledger.notification("SUBSCRIBED", uuid: uuid, transaction, signed: june))
      #expect([first.duplicate, again.duplicate, anew.duplicate] == [false, true, true])
      #expect(try await ledger.eventCount() == 2)
    }
  }
}
