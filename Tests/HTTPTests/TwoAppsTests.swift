import Access
import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Two apps of one ledger with equal numbers: chains, transactions, products and accounts. Neither meets the
/// other, on any route, by any source, in any report.
struct TwoAppsTests {
  private static let game = TestLedger.bundleID
  private static let other: BundleID = "com.example.other"

  private struct Posted: Decodable {
    struct Item: Decodable { let state: String, finish: Bool, account: String?, grants: [Grant]? }
    struct Grant: Decodable { let id: String, amount: Int64 }
    let transactions: [Item]
  }

  private static func with(_ body: @escaping @Sendable (TestService) async throws -> Void)
    async throws
  {
    let app = ConfiguredApp(
      bundleID: other, appAppleID: TestLedger.appAppleID, environments: [.production, .sandbox])
    @Sendable func open(_ service: TestService) async throws {
      for (app, amount) in [(game, 50), (other, 70)] as [(BundleID, Int64)] {
        let month = CatalogProduct(
          "com.example.month", type: .autoRenewable, subscriptionGroupID: "group",
          grants: [ProductGrant("gem", amount)])
        _ = try await service.ledger.intake.catalogs.publish(
          try Catalog([month], coins: ["gem": .daicho]), of: app,
          validFrom: Instant(day: "2026-01-01"))
      }
      try await body(service)
    }
    try await TestService.with(
      by: { try $0.legacyIntake(beside: [app]) }, beside: [app], open)
  }

  /// Posts a month of an app for `anna`, under numbers that the other app has too.
  private static func post(
    _ id: String = "2000", chain: String? = nil, in app: BundleID, price: Int64,
    month: String = "2026-04-15", until: String = "2026-05-15", to service: TestService
  ) async throws -> Posted.Item {
    var month = TestLedger.transaction(
      id, chain: chain, from: Instant(day: month), to: Instant(day: until))
    month.bundleId = app.rawValue
    (month.price, month.currency, month.transactionReason) = (price, "USD", "PURCHASE")
    let jws = try service.ledger.authority.sign(payload: month)
    let answer = try await service.post(
      "/v1/transactions?app=\(app)", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#)
    try await service.ledger.project()
    return try answer.decode(Posted.self).transactions[0]
  }

  private static func sales(of app: BundleID, _ service: TestService) async throws -> String {
    let report = try await service.get(
      "/v1/reports/sales?app=\(app)&from=2026-01-01&to=2027-01-01&format=csv")
    let lines = report.body.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { cells in
      let row = Dictionary(zip(lines[0], cells)) { first, _ in first }
      return "\(row["charges"] ?? "?") \(row["sales"] ?? "?")"
    }.joined(separator: ";")
  }

  @Test func `equal numbers are two purchases on every route`() async throws {
    try await Self.with { service in
      let first = try await Self.post(in: Self.game, price: 9_990, to: service)
      let second = try await Self.post(in: Self.other, price: 4_990, to: service)
      #expect([first.account, second.account] == ["anna", "anna"])
      let grants = [first, second].flatMap { $0.grants ?? [] }
      #expect(grants.map(\.amount) == [50, 70])
      #expect(Set(grants.map(\.id)).count == 2)
      for (app, balance, charged) in [(Self.game, 50, "9990"), (Self.other, 70, "4990")] {
        let query = "?app=\(app)"
        let wallet = try await service.get("/v1/accounts/anna/wallet\(query)")
        #expect(wallet.body.contains(#""balance":\#(balance)"#))
        let purchase = try await service.get("/v1/purchases/2000\(query)")
        #expect(purchase.body.contains(#""app":"\#(app)""#))
        #expect(purchase.body.contains(#""price":\#(charged)"#))
        let listed = try await service.get("/v1/grants\(query)")
        #expect(listed.body.components(separatedBy: #""id":"#).count == 2)
        let tenure = try await service.get("/v1/accounts/anna/tenure\(query)")
        #expect(tenure.body.components(separatedBy: #""transactionId":"2000""#).count == 2)
        #expect(try await Self.sales(of: app, service) == "1 \(charged)")
      }
      #expect(try await service.get("/v1/purchases/2000").problem == "400 app_required")
      try await service.verifyProjections()
    }
  }

  /// An unsigned notification with the secret of one app names a chain of the other.
  @Test func `the secret of one app takes no purchase of another away`() async throws {
    try await Self.with { service in
      _ = try await Self.post(in: Self.other, price: 4_990, to: service)
      let told = try LegacyDocuments.notification(
        "DID_RENEW", chain: "2000",
        entries: [
          LegacyDocuments.entry(
            "2000", from: Instant(day: "2026-04-15"), to: Instant(day: "2027-05-15"))
        ], pending: [LegacyDocuments.pending("2000")])
      #expect(try await service.notify(String(decoding: told, as: UTF8.self)).status == 200)
      try await service.ledger.project()
      let renewed = try await Self.post(
        "2001", chain: "2000", in: Self.other, price: 4_990, month: "2026-05-15",
        until: "2026-06-15", to: service)
      #expect(renewed.state == "settled" && renewed.finish)
      try await service.ledger.grant()
      let wallet = try await service.get("/v1/accounts/anna/wallet?app=\(Self.other)")
      #expect(wallet.body.contains(#""balance":140"#))
      try await service.ledger.project()
      let sold = [
        try await Self.sales(of: Self.other, service), try await Self.sales(of: Self.game, service),
      ]
      #expect(sold == ["2 9980", ""])
      let theirs = try await service.get("/v1/purchases/2000?app=\(Self.other)")
      #expect(theirs.body.contains(#""account":"anna""#))
      let own = try await service.get("/v1/purchases/2000?app=\(Self.game)")
      #expect(own.body.contains(#""account":null"#))
      #expect(!own.body.contains("2001"))
      try await service.verifyProjections()
    }
  }

  @Test func `a key of one app sees nothing of the other`() async throws {
    try await Self.with { service in
      _ = try await Self.post(in: Self.game, price: 9_990, to: service)
      let key = try await service.keys.create(
        name: "other", scopes: [.read, .finance, .grants], reach: KeyReach(apps: [Self.other]))
      for path in ["/v1/purchases/2000", "/v1/accounts/anna/history"] {
        let answer = try await service.get("\(path)?app=\(Self.other)", as: key)
        #expect(!answer.body.contains("9990") && !answer.body.contains("\"2000\""))
        let named = try await service.get("\(path)?app=\(Self.game)", as: key)
        #expect(named.problem == "403 key_not_for_app")
      }
      let grants = try await service.get("/v1/grants?app=\(Self.other)", as: key)
      #expect(grants.body.contains(#""grants":[]"#))
    }
  }
}
