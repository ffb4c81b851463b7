import AppStoreSimulator
import Foundation
import Ledger
import TestSupport
import Testing

/// `daicho reconcile run` against a simulated App Store.
struct ReconcileRunTests {
  private static let gems = "com.example.game.gems.100"

  private struct Report: Decodable {
    struct Store: Decodable {
      struct Count: Decodable {
        let expected, repaired: Int
      }

      let app, environment: String
      let notifications: Count
    }

    struct Failure: Decodable {
      let app, environment, error: String
    }

    let stores: [Store]
    let failures: [Failure]
    let fetched, notFetched: Int
  }

  /// A store in which one customer bought five days ago, and of whose notifications none arrived.
  private static func store(_ misbehavior: Misbehavior = Misbehavior()) async throws -> (
    Simulation, [String]
  ) {
    let app = SimulatedApp(
      bundleID: TestLedger.bundleID.rawValue, appAppleID: TestLedger.appAppleID)
    let moment = Int64(Date().timeIntervalSince1970) * 1_000 - 5 * 86_400_000
    var world = World(of: app, selling: .game, seed: 7, from: moment)
    let ann = try world.addCustomer("ann")
    var ids: [String] = []
    for _ in 0..<3 {
      guard case .completed(let index) = try world.buy(PurchaseCommand(gems), by: ann) else {
        continue
      }
      ids.append(world.transactions[index].id)
    }
    let simulation = try Simulation(
      of: world, signedBy: SigningAuthority(), developerKey: DeveloperKey(),
      misbehaving: misbehavior, telling: { _ in .success })
    await simulation.deliverAll()
    return (simulation, ids)
  }

  private static func entry(
    _ app: String, _ key: DeveloperKey, in file: String, at url: String
  ) -> String {
    """
    {"bundleId": "\(app)", "appAppleId": \(TestLedger.appAppleID), "environments": ["Production"],
     "issuerId": "\(key.issuerID)", "keyId": "\(key.keyID)", "privateKeyFile": "\(file)",
     "serverApiUrl": "\(url)"}
    """
  }

  /// - Parameter stranger: the address of the Server API of another app, which Apple does not know.
  private static func run(
    _ ledger: TestLedger, _ simulation: Simulation, at url: String, stranger address: String? = nil
  ) async throws -> (code: Int32, report: Report) {
    let (key, stranger) = (simulation.developerKey, DeveloperKey())
    let (code, output) = try await LedgerCommand(
      ["reconcile", "run", "--json"], on: ledger,
      files: [
        "key.p8": key.privateKeyPEM, "stranger.p8": stranger.privateKeyPEM,
        "root.pem": simulation.authority.rootCertificatePEM,
      ],
      trusting: "root.pem"
    ) { home in
      let strange = address.map {
        entry("com.example.another", stranger, in: "\(home)/stranger.p8", at: $0)
      }
      let game = entry(TestLedger.bundleID.rawValue, key, in: "\(home)/key.p8", at: url)
      return "[\([strange, game].compactMap(\.self).joined(separator: ", "))]"
    }.run()
    return (code, try JSONDecoder().decode(Report.self, from: output))
  }

  @Test func `an app that cannot be read stops neither another one nor any answer`() async throws {
    let (simulation, ids) = try await Self.store()
    try await simulation.whileOpen { url in
      try await TestLedger.with { ledger in
        let (code, report) = try await Self.run(ledger, simulation, at: url, stranger: url)
        #expect(code == 1)
        #expect(report.failures.map(\.app) == ["com.example.another"])
        #expect(report.failures.first?.error.contains("Apple answered 401") == true)
        #expect(report.stores.map(\.app) == ["com.example.game"])
        #expect(report.stores.first?.notifications.repaired == ids.count)
        #expect(report.fetched >= 1 && report.notFetched == 0)
      }
    }
  }

  @Test func `an app whose address does not answer holds up neither another one nor any answer`()
    async throws
  {
    let (simulation, ids) = try await Self.store()
    let silent = try RawConnection.unusedPort()
    try await simulation.whileOpen { url in
      try await TestLedger.with { ledger in
        // The run waits for the address a quarter of an hour, unless it is ended.
        let run = Task {
          try await Self.run(ledger, simulation, at: url, stranger: "http://127.0.0.1:\(silent)")
        }
        let deadline = ContinuousClock.now + .seconds(60)
        let read = "select count(*) from reconciliation_cursor where history_at is not null"
        while try await ledger.count(read) < ids.count, .now < deadline {
          try await Task.sleep(for: .milliseconds(200))
        }
        #expect(try await ledger.count(read) == ids.count)
        run.cancel()
        _ = await run.result
      }
    }
  }

  @Test func `Apple's passing errors are waited out, and what was fetched is counted`() async throws
  {
    var failing = Misbehavior()
    failing.serverAPI.failingPercent = 30
    let (simulation, ids) = try await Self.store(failing)
    try await simulation.whileOpen { url in
      try await TestLedger.with { ledger in
        let (code, report) = try await Self.run(ledger, simulation, at: url)
        #expect(code == 0 && report.failures.isEmpty)
        #expect(report.stores.first?.notifications.expected == ids.count)
        #expect((1...ids.count).contains(report.fetched) && report.notFetched == 0)
      }
    }
  }

  @Test func `an answer that does not come is not counted as fetched`() async throws {
    let (simulation, _) = try await Self.store()
    try await simulation.whileOpen { url in
      try await TestLedger.with { ledger in
        let id = "99"
        let fact = TransactionFact(
          chain: ChainID(.production, OriginalTransactionID(id)), transactionID: TransactionID(id),
          purchase: Purchase(
            productID: ProductID(Self.gems), type: .consumable, purchaseDate: TestLedger.now),
          expiresDate: .absent, isUpgraded: false, revocation: .absent, trust: .signed,
          assertedAt: TestLedger.now)
        try await ledger.record([.chain(.transactionObserved(fact))])
        let (code, report) = try await Self.run(ledger, simulation, at: url)
        #expect(code == 1 && report.notFetched == 1 && report.fetched >= 1)
        // The next run does not ask for it yet, and it is missing still.
        let (again, next) = try await Self.run(ledger, simulation, at: url)
        #expect(again == 1 && next.notFetched == 1 && next.fetched == 0)
      }
    }
  }
}
