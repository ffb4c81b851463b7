import AppStore
import EventStore
import Foundation
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

struct ConsumptionTests {
  private static let path = "PUT /inApps/v2/transactions/consumption/1"
  private static let subject = TransactionSubject(
    "1", of: GemPurchase("1").chain, notification: UUID())
  private static let deadline = TestLedger.now + JobPolicy.consumptionDeadline

  private static func handler(
    _ ledger: TestLedger, _ clients: ServerAPIClients,
    command: ConsumptionRequestBody.RefundPreference? = nil,
    at moment: @escaping @Sendable () -> Instant = { TestLedger.now }
  ) -> ConsumptionHandler {
    let app = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: nil, environments: [.production],
      consumption: ConsumptionPolicy(sampleContentProvided: true, refundPreference: command))
    return ConsumptionHandler(
      [app], intake: ledger.intake, log: ledger.log, clients: clients, now: moment)
  }

  /// Records Anna's purchase of a hundred gems.
  private static func bought(in ledger: TestLedger) async throws {
    try await ledger.publishGems()
    let anna = TestLedger.player("anna")
    try await ledger.record([GemPurchase("1").bought(), GemPurchase("1").owned(by: anna)])
    try await ledger.grant()
  }

  private static func consent(_ given: Bool = true, in ledger: TestLedger) async throws {
    _ = try await ledger.intake.consents.record(
      given, by: "anna", of: TestLedger.bundleID, in: .production)
  }

  private static func enqueue(in ledger: TestLedger) async throws {
    try await ledger.enqueue(
      TestLedger.job(.consumption, subject.description, deadline: deadline))
  }

  private static func body(
    share: Int, command: String? = nil, delivered: String = "DELIVERED"
  ) -> String {
    let preference = command.map { #","refundPreference":"\#($0)""# } ?? ""
    return #"{"consumptionPercentage":\#(share),"customerConsented":true,"#
      + #""deliveryStatus":"\#(delivered)"\#(preference),"sampleContentProvided":true}"#
  }

  @Test func `Apple hears what was delivered and how much was spent, once`() async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        try await Self.bought(in: ledger)
        try await Self.consent(in: ledger)
        _ = try await ledger.intake.walletDecisions.ask(
          WalletCommand(.spend("gem", 25), key: "hat"), of: "anna", in: TestLedger.bundleID,
          environment: .production)
        let worker = ledger.worker([Self.handler(ledger, clients, command: .grantProrated)])
        for _ in 0..<2 {
          try await Self.enqueue(in: ledger)
          try await worker.runOnce()
        }
        let body = Self.body(share: 25_000, command: "GRANT_PRORATED")
        #expect(apple.heard == ["\(Self.path) \(body)"])
        #expect(try await ledger.statuses() == ["\(Self.subject) done"])
      }
    }
  }

  @Test func `Apple is asked for a share of the money only where a share was used`() async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        try await Self.bought(in: ledger)
        try await Self.consent(in: ledger)
        try await Self.enqueue(in: ledger)
        try await ledger.worker([Self.handler(ledger, clients, command: .grantProrated)]).runOnce()
        #expect(apple.heard == ["\(Self.path) \(Self.body(share: 0))"])
      }
    }
  }

  @Test func `without consent nothing is sent, and the deadline is missed`() async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        let clock = HandClock()
        let handler = Self.handler(ledger, clients, at: { clock.now })
        let worker = ledger.worker([handler], at: { clock.now })
        try await Self.bought(in: ledger)
        try await Self.consent(in: ledger)
        try await Self.consent(false, in: ledger)
        try await Self.enqueue(in: ledger)
        var tries = 0
        while try await worker.runOnce() == 1 {
          tries += 1
          clock.move(ConsumptionHandler.consentPause)
        }
        #expect(tries == 49)
        #expect(try await ledger.statuses() == ["\(Self.subject) parked missed"])
        #expect(apple.heard == [])
      }
    }
  }

  @Test func `a consent that comes in time is in time`() async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        let clock = HandClock()
        let handler = Self.handler(ledger, clients, command: .decline, at: { clock.now })
        let worker = ledger.worker([handler], at: { clock.now })
        try await Self.bought(in: ledger)
        try await Self.enqueue(in: ledger)
        try await worker.runOnce()
        #expect(apple.heard == [])
        try await Self.consent(in: ledger)
        clock.move(ConsumptionHandler.consentPause)
        try await worker.runOnce()
        #expect(apple.heard == ["\(Self.path) \(Self.body(share: 0, command: "DECLINE"))"])
      }
    }
  }
}
