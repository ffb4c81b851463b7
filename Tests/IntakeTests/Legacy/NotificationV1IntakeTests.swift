import AppStore
import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Notifications of version 1 on their way into the log.
struct NotificationV1IntakeTests {
  private static let may = Instant(day: "2026-05-01")
  private static let june = Instant(day: "2026-06-01")
  private static let chain = ChainID(.production, "1")

  private var renewed: [UInt8] {
    get throws {
      try LegacyDocuments.notification(
        "DID_RENEW", chain: "1",
        entries: [LegacyDocuments.entry("1", from: Self.may, to: Self.june)],
        pending: [LegacyDocuments.pending("1")])
    }
  }

  /// The body has one more level than is read: only a right password is told so.
  @Test(
    arguments: [
      (LegacyDocuments.secretText, "nested_too_deeply"), ("wrong", "wrong_shared_secret"),
      (nil, "wrong_shared_secret"),
    ] as [(String?, String)])
  func `the password is compared before the rest is read`(
    password: String?, code: String
  ) async throws {
    try await TestLedger.with { ledger in
      var deep: Any = 1
      for _ in 0..<40 { deep = [deep] }
      for further in [["deep": deep], ["deep": deep, "bid": NSNull()]] as [[String: Any]] {
        let body = try LegacyDocuments.notification(
          "DID_RENEW", chain: "1", password: password, further)
        await #expect(throws: Rejection.self) {
          do {
            _ = try await ledger.legacyIntake().notifications.receive(notification: body)
          } catch let rejection as Rejection {
            #expect(rejection.code == code)
            throw rejection
          }
        }
      }
    }
  }

  @Test func `a notification is stored with its facts, and its password is not`() async throws {
    try await TestLedger.with { ledger in
      let receipt = try await ledger.legacyIntake().notifications.receive(notification: try renewed)
      #expect(!receipt.duplicate)
      let events = try await ledger.log.reading.events(of: .chain(Self.chain), limit: 10)
      #expect(events.map(\.trust) == [.sharedSecret, .sharedSecret, .sharedSecret])
      guard case .received(let evidence) = try await ledger.log.evidence(of: events[0].id) else {
        return #expect(Bool(false), "the evidence is not there")
      }
      let kept = String(decoding: evidence, as: UTF8.self)
      #expect(kept.contains("DID_RENEW") && kept.contains("latest_receipt_info"))
      #expect(!kept.contains(LegacyDocuments.secretText) && !kept.contains("password"))
      #expect(events.map(\.evidence) == Array(repeating: events[0].id, count: 3))
    }
  }

  private static let types = NotificationTypeV1.documented.map(\.rawValue).sorted() + ["PARTY"]

  /// Both forms of each: the array of 2021 and later, and the single object before.
  @Test(arguments: types, [false, true])
  func `a notification of every type is stored under its name with its facts`(
    type: String, isOld: Bool
  ) async throws {
    try await TestLedger.with { ledger in
      let entry = LegacyDocuments.entry("1", from: Self.may, to: Self.june)
      let body =
        isOld
        ? try LegacyDocuments.json([
          "notification_type": type, "environment": "PROD", "auto_renew_status": "true",
          "auto_renew_product_id": "com.example.month", "password": LegacyDocuments.secretText,
          "latest_receipt_info": entry.merging(["bid": TestLedger.bundleID.rawValue]) { $1 },
        ])
        : try LegacyDocuments.notification(
          type, chain: "1", entries: [entry], pending: [LegacyDocuments.pending("1")])
      let receipt = try await ledger.legacyIntake().notifications.receive(notification: body)
      #expect(!receipt.duplicate && receipt.facts == 2)
      let events = try await ledger.log.reading.events(of: .chain(Self.chain), limit: 10)
      guard case .chain(.notificationReceived(let record)) = events.first?.event else {
        return #expect(Bool(false), "the notification is not there")
      }
      #expect(record.notificationType == type && record.transactionID == "1")
      #expect(events.map(\.trust) == [.sharedSecret, .sharedSecret, .sharedSecret])
    }
  }

  /// Apple sends no other notification of a refund that ended a subscription's renewal.
  @Test func `a refund inside a change of status ends the access`() async throws {
    try await TestLedger.with { ledger in
      let refunded = Self.may + .seconds(9 * 86_400)
      let entry = LegacyDocuments.entry(
        "1", from: Self.may, to: Self.june,
        ["cancellation_date_ms": "\(refunded.milliseconds)", "cancellation_reason": "1"])
      let intake = try ledger.legacyIntake()
      _ = try await intake.notifications.receive(notification: try renewed)
      _ = try await intake.notifications.receive(
        notification: LegacyDocuments.notification(
          "DID_CHANGE_RENEWAL_STATUS", chain: "1", entries: [entry],
          pending: [LegacyDocuments.pending("1", renews: false)],
          ["auto_renew_status_change_date_ms": "\(refunded.milliseconds)"]))
      let state = try await ledger.log.chain(Self.chain)
      #expect(state.transactions["1"]?.revocation == Revocation(date: refunded, reason: 1))
      let before = Entitlements.evaluate([state], at: refunded + .seconds(-1))
      #expect(before.map(\.transactionID) == ["1"])
      #expect(Entitlements.evaluate([state], at: refunded).isEmpty)
      // No coins follow from it before Apple's signed word.
      #expect(state.transactions["1"]?.revocationHistory.revocations.isEmpty == true)
    }
  }

  /// JSONSerialization writes the keys of a dictionary in no fixed order, so that the second body
  /// differs in its bytes.
  @Test func `a notification that is sent again stores nothing`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      #expect(try await !intake.notifications.receive(notification: try renewed).duplicate)
      let count = try await ledger.eventCount()
      let spaced = Array(
        String(decoding: try renewed, as: UTF8.self)
          .replacingOccurrences(of: ",", with: " ,\n").utf8)
      #expect(try await intake.notifications.receive(notification: spaced).duplicate)
      #expect(try await ledger.eventCount() == count)
    }
  }

  @Test(arguments: NotificationV1IntakeTests.rejected)
  func `what is not Apple's, or not for here, is rejected and stores nothing`(
    code: String, kind: Rejection.Kind, further: [String: String?]
  ) async throws {
    try await TestLedger.with { ledger in
      var body = try #require(
        JSONSerialization.jsonObject(with: Data(try renewed)) as? [String: Any])
      for (key, value) in further { body[key] = value }
      let bytes = try LegacyDocuments.json(body)
      let intake = try ledger.legacyIntake(environments: [.production])
      let rejection = await #expect(throws: Rejection.self) {
        try await intake.notifications.receive(notification: bytes)
      }
      #expect(rejection?.code == code)
      #expect(rejection?.kind == kind)
      #expect(rejection?.detail.contains(LegacyDocuments.secretText) == false)
      let stored = try await ledger.eventCount()
      #expect(stored == 0)
    }
  }

  private static let rejected: [(String, Rejection.Kind, [String: String?])] = [
    ("wrong_shared_secret", .notGenuine, ["password": "0123456789abcdef0123456789abcdee"]),
    ("wrong_shared_secret", .notGenuine, ["password": "0123456789abcdef"]),
    ("wrong_shared_secret", .notGenuine, ["password": nil]),
    ("wrong_shared_secret", .notGenuine, ["password": ""]),
    ("app_not_configured", .notConfigured, ["bid": "com.example.other"]),
    ("missing_field", .unreadable, ["bid": nil]),
    ("unreadable_field", .unreadable, ["environment": "Moon"]),
    ("contradictory_fields", .unreadable, ["environment": "Sandbox"]),
    ("unreadable_field", .unreadable, ["auto_renew_status": "perhaps"]),
  ]

  @Test func `without a configured secret no notification of version 1 is accepted`() async throws {
    try await TestLedger.with { ledger in
      let rejection = await #expect(throws: Rejection.self) {
        try await ledger.intake.notifications.receive(notification: try renewed)
      }
      #expect(rejection?.code == "shared_secret_not_configured")
      let stored = try await ledger.eventCount()
      #expect(stored == 0)
    }
  }

  @Test func `the receipt inside adds facts of its own trust, at its own time`() async throws {
    try await TestLedger.with { ledger in
      let created = Instant("2026-05-02T09:00:00.000Z")!
      let signed = try LegacyDocuments.receipt(
        [
          LegacyDocuments.purchase("1", from: Self.may, to: Self.june),
          LegacyDocuments.purchase(
            "5", product: "gems.100", kind: .nonConsumable, from: Self.may),
        ], created: created)
      _ = try await ledger.legacyIntake().notifications.receive(
        notification: LegacyDocuments.notification(
          "INITIAL_BUY", chain: "1",
          entries: [LegacyDocuments.entry("1", from: Self.may, to: Self.june)], receipt: signed))
      let state = try await ledger.log.chain(Self.chain)
      #expect(state.transactions["1"]?.trust == .receipt)
      #expect(state.transactions["1"]?.confirmedAt == created)
      let gems = try await ledger.log.chain(ChainID(.production, "5"))
      #expect(gems.transactions["5"]?.purchase.type == .nonConsumable)
      let record = try await ledger.log.reading.events(of: .chain(Self.chain), limit: 1)
      #expect(record.first?.event.assertedAt == created)
    }
  }

  @Test(arguments: ["foreign", "other app", "rubbish"])
  func `a receipt inside that proves nothing adds nothing, and its fault is noted`(
    flaw: String
  ) async throws {
    try await TestLedger.with { ledger in
      var receipt = LegacyDocuments.unsignedReceipt([
        LegacyDocuments.purchase("5", kind: .nonConsumable, from: Self.may)
      ])
      if flaw == "other app" { receipt.bundleID = "com.example.other" }
      let authority =
        flaw == "foreign" ? try ReceiptAuthority() : try LegacyDocuments.authority
      let signed = flaw == "rubbish" ? Array("rubbish".utf8) : try authority.sign(receipt)
      _ = try await ledger.legacyIntake().notifications.receive(
        notification: LegacyDocuments.notification(
          "INITIAL_BUY", chain: "1",
          entries: [LegacyDocuments.entry("1", from: Self.may, to: Self.june)], receipt: signed))
      let five = try await ledger.log.reading.events(
        of: .chain(ChainID(.production, "5")), limit: 1)
      #expect(five.isEmpty)
      let events = try await ledger.log.reading.events(of: .chain(Self.chain), limit: 1)
      guard case .chain(.notificationReceived(let record)) = events.first?.event else {
        return #expect(Bool(false), "the notification is not there")
      }
      let codes = [
        "foreign": "untrusted_receipt_root", "other app": "of_another_app_or_environment",
        "rubbish": "malformed_receipt",
      ]
      #expect(record.details["latest_receipt"] == codes[flaw])
    }
  }

  @Test func `a body of either version is taken at the same address`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      #expect(
        try await !intake.notifications.receive(notification: ledger.notification("TEST")).duplicate
      )
      #expect(
        try await !intake.notifications.receive(
          notification: LegacyDocuments.notification("OF_TOMORROW")
        ).duplicate)
      let stored = try await ledger.log.reading.events(
        of: .app(.production, TestLedger.bundleID), limit: 10)
      #expect(stored.count == 2)
    }
  }
}

extension RecordedEvent {
  fileprivate var trust: Trust? {
    switch event {
    case .chain(.notificationReceived(let notification)): notification.trust
    case .chain(.transactionObserved(let fact)): fact.assertion.trust
    case .chain(.renewalObserved(let fact)): fact.assertion.trust
    case .chain, .account, .shared: nil
    }
  }
}

extension EventLog {
  /// Returns the joined state of a chain.
  fileprivate func chain(_ chain: ChainID) async throws -> ChainState {
    try await reading.events(of: .chain(chain)).reduce(into: ChainState(chain)) { $0.join($1) }
  }
}
