import AppStoreSimulator
import EventStore
import HTTPTypes
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

struct FinishTests {
  private static let told = "POST /inApps/v1/transactions/1/finish"

  private static func handler(
    _ ledger: TestLedger, _ policy: FinishPolicy, _ clients: ServerAPIClients
  ) -> FinishHandler {
    let app = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: nil, environments: [.production], finish: policy)
    return FinishHandler([app], intake: ledger.intake, clients: clients)
  }

  private static let job = Job.given(.finish, "1/1")

  private static func publish(_ amount: Int64, in ledger: TestLedger) async throws {
    let grants = amount > 0 ? [ProductGrant("gem", amount)] : []
    _ = try await ledger.intake.catalogs.publish(
      try Catalog([CatalogProduct("gems", type: .consumable, grants: grants)]),
      of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
  }

  @Test func `Apple is notified after the acknowledgement, and not before`() async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        let handler = Self.handler(ledger, .acknowledged, clients)
        try await ledger.record([GemPurchase("1").bought()])
        // First no catalog names the product, then its coins are due, then the coins are granted.
        #expect(try await handler.perform(Self.job) == .done)
        try await Self.publish(100, in: ledger)
        #expect(try await handler.perform(Self.job) == .done)
        try await ledger.grant()
        #expect(try await handler.perform(Self.job) == .done)
        #expect(apple.heard == [])
        let grants = try await ledger.log.reading.events(of: .chain(GemPurchase("1").chain))
        let made = try #require(
          grants.first { if case .chain(.grantMade) = $0.event { true } else { false } })
        _ = try await ledger.intake.acknowledgements.acknowledge(grantMadeBy: made.id)
        #expect(try await handler.perform(Self.job) == .done)
        #expect(apple.heard == [Self.told])
      }
    }
  }

  @Test func `what grants nothing is finished once that is known`() async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        try await ledger.record([GemPurchase("1").bought()])
        try await Self.publish(0, in: ledger)
        let handler = Self.handler(ledger, .acknowledged, clients)
        #expect(try await handler.perform(Self.job) == .done)
        #expect(apple.heard == [Self.told])
      }
    }
  }

  @Test func `an app that wants it has transactions finished as soon as they are recorded`()
    async throws
  {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        try await ledger.record([GemPurchase("1").bought()])
        for policy in FinishPolicy.allCases where policy != .acknowledged {
          let handler = Self.handler(ledger, policy, clients)
          #expect(try await handler.perform(Self.job) == .done)
        }
        #expect(apple.heard == [Self.told])
      }
    }
  }

  @Test(arguments: FinishPolicy.allCases)
  func `a purchase before the cut-over date is left alone`(policy: FinishPolicy) async throws {
    try await ToldApple.with { apple, clients in
      try await TestLedger.with { ledger in
        try await ledger.record([GemPurchase("1").bought()])
        try await ledger.intake.catalogs.declare(
          before: TestLedger.now, of: TestLedger.bundleID, in: .production)
        let handler = Self.handler(ledger, policy, clients)
        #expect(try await handler.perform(Self.job) == .done)
        #expect(apple.heard == [])
      }
    }
  }

  @Test(
    arguments: [
      (404, #"{"errorCode":4040010,"errorMessage":"gone"}"#, .never(reason: "apple_4040010")),
      (500, #"{"errorCode":5000001,"errorMessage":"later"}"#, .retry(reason: "apple_5000001")),
      (503, "", .retry(reason: "apple_status_503")),
      (401, "", .configuration(reason: "apple_status_401")),
    ] as [(Int, String, JobResult)])
  func `Apple's rejections say what becomes of it`(
    status: Int, body: String, outcome: JobResult
  ) async throws {
    try await ToldApple.with(answering: .init(code: status), body) { _, clients in
      try await TestLedger.with { ledger in
        try await ledger.record([GemPurchase("1").bought()])
        let handler = Self.handler(ledger, .recorded, clients)
        #expect(try await handler.perform(Self.job) == outcome)
      }
    }
  }

  @Test func `without a key it waits for one`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([GemPurchase("1").bought()])
      let handler = Self.handler(ledger, .recorded, ServerAPIClients())
      #expect(
        try await handler.perform(Self.job) == .keyMissing)
    }
  }
}
