import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Whole lives of a subscription, told by Apple's signed transactions, by receipts, by notifications of
/// version 1, and by all of them in any order.
struct OlderSourcesLifeTests {
  private static let seeds: ClosedRange<UInt64> = 1...12

  @Test func `receipts and signed transactions agree, and a shared secret extends access only`()
    async throws
  {
    try await TestLedgers.with { ledgers in
      for seed in Self.seeds {
        let life = Life(seed: seed)
        let signed = try await ledgers[0].told(life.signed, of: life)
        let receipts = try await ledgers[1].told(try life.receipts, of: life)
        let secrets = try await ledgers[2].told(try life.notifications, of: life)
        for moment in life.moments {
          let expected = try access(signed, at: moment)
          #expect(try access(receipts, at: moment) == expected, "seed \(seed)")
          #expect(try access(secrets, at: moment) == expected, "seed \(seed)")
          #expect(try days(receipts, at: moment) == days(signed, at: moment), "seed \(seed)")
          #expect(try days(secrets, at: moment) == 0, "seed \(seed)")
        }
      }
    }
  }

  @Test func `what Apple signed wins over every older source, in any order`() async throws {
    try await TestLedgers.with { ledgers in
      for seed in Self.seeds {
        let life = Life(seed: seed)
        var random = SplitMix64(seed: seed)
        let mixed = (life.signed + (try life.receipts) + (try life.notifications)).shuffled(
          using: &random)
        let signed = try await ledgers[0].told(life.signed, of: life)
        let mixture = try await ledgers[1].told(mixed, of: life)
        for moment in life.moments {
          #expect(try access(mixture, at: moment) == access(signed, at: moment), "seed \(seed)")
          #expect(try days(mixture, at: moment) == days(signed, at: moment), "seed \(seed)")
        }
        #expect(
          mixture.transactions.mapValues(\.purchase) == signed.transactions.mapValues(\.purchase),
          "seed \(seed)")
      }
    }
  }

  /// Returns the products in use at a moment, each with its end.
  private func access(_ state: ChainState, at moment: Instant) throws -> [String] {
    let catalogs = try Life.catalogs.get()
    return Entitlements.evaluate([state], at: moment, catalogs: catalogs).map {
      "\($0.productID) \($0.expiresAt?.description ?? "")"
    }
  }

  private func days(_ state: ChainState, at moment: Instant) throws -> Int {
    let catalogs = try Life.catalogs.get()
    return ServiceHistory.histories(of: [state], catalogs: catalogs)
      .reduce(0) { $0 + $1.evaluate(at: moment).daysOfPaidService }
  }
}

/// Several ledgers, each of which hears of all lives from sources of its own.
private enum TestLedgers {
  static func with(_ body: @Sendable ([TestLedger]) async throws -> Void) async throws {
    try await TestLedger.with { first in
      try await TestLedger.with { second in
        try await TestLedger.with { third in try await body([first, second, third]) }
      }
    }
  }
}

extension TestLedger {
  /// Returns the state of a life's chain after these documents entered.
  fileprivate func told(_ documents: [Life.Document], of life: Life) async throws -> ChainState {
    let intake = try legacyIntake()
    for document in documents {
      switch document {
      case .signed(let transaction):
        let jws = try authority.sign(payload: transaction)
        _ = try await intake.documents.ingest(Array(jws.utf8))
      case .older(let bytes): _ = try await intake.documents.ingest(bytes)
      }
    }
    return try await log.reading.events(of: .chain(life.chain)).reduce(into: ChainState(life.chain))
    {
      $0.join($1)
    }
  }
}

/// A random life: months that follow each other or not, perhaps a trial first, perhaps a refund, and
/// perhaps an upgrade in the last month.
private struct Life {
  enum Document: Sendable {
    case signed(SignableTransaction)
    case older([UInt8])
  }

  /// The group and the length of both products, which a receipt does not tell.
  static let catalogs = Result {
    var catalogs = Catalogs()
    catalogs.publish(
      CatalogPublished(
        bundleID: TestLedger.bundleID,
        catalog: try Catalog([
          CatalogProduct(
            "com.example.month", type: .autoRenewable, subscriptionGroupID: "group",
            period: .months(1)),
          CatalogProduct(
            "com.example.year", type: .autoRenewable, subscriptionGroupID: "group",
            period: .months(12)),
        ]), validFrom: Instant(milliseconds: 0), publishedAt: Instant(milliseconds: 0)))
    return catalogs
  }

  private struct Period {
    let id: Int
    let product: String
    let from: Instant
    let to: Instant
    var isTrial = false
    var refunded: Instant?
    var upgraded: Instant?
  }

  /// The number of the first transaction, by which lives in one ledger differ.
  private let first: Int
  private var periods: [Period] = []

  var chain: ChainID { ChainID(.production, OriginalTransactionID("\(first)")) }

  init(seed: UInt64) {
    first = Int(seed) * 100 + 1
    var random = SplitMix64(seed: seed &* 7919)
    var start = Instant("2025-06-01T10:00:00.000Z")!
    for id in first..<first + Int.random(in: 2...7, using: &random) {
      let days = id == first && seed % 3 == 0 ? 7 : 30
      let end = start + .seconds(days * 86_400)
      var period = Period(id: id, product: "com.example.month", from: start, to: end)
      period.isTrial = days == 7
      if !period.isTrial, Int.random(in: 0..<6, using: &random) == 0 {
        period.refunded = start + .seconds(5 * 86_400)
      }
      periods.append(period)
      let pause = Int.random(in: 0..<4, using: &random) == 0 ? 20 * 86_400 : 0
      start = end + .seconds(pause)
    }
    if seed % 2 == 0, let last = periods.indices.last, periods[last].refunded == nil {
      let moment = periods[last].from + .seconds(3 * 86_400)
      periods[last].upgraded = moment
      periods.append(
        Period(
          id: periods[last].id + 1, product: "com.example.year", from: moment,
          to: moment + .seconds(365 * 86_400)))
    }
  }

  /// The moments to compare: just after each beginning, in the middle and just after each end.
  var moments: [Instant] {
    periods.flatMap { period in
      [period.from, period.from + .seconds(6 * 86_400), period.to].map { $0 + .seconds(1) }
    }.filter { $0 <= TestLedger.now }
  }

  var signed: [Document] {
    periods.map { period in
      var transaction = TestLedger.transaction(
        "\(period.id)", chain: "\(first)", product: period.product, from: period.from,
        to: period.to,
        signed: TestLedger.now)
      transaction.transactionReason =
        periods.contains { $0.to == period.from } ? "RENEWAL" : "PURCHASE"
      transaction.isUpgraded = period.upgraded == nil ? nil : true
      transaction.revocationDate = period.refunded?.milliseconds
      if period.isTrial {
        transaction.offerType = 1
        transaction.offerDiscountType = "FREE_TRIAL"
      }
      return .signed(transaction)
    }
  }

  /// One receipt of the end of the life, in which an upgrade shows as a cancellation.
  var receipts: [Document] {
    get throws {
      let purchases = periods.map { period in
        var purchase = LegacyDocuments.purchase(
          "\(period.id)", of: "\(first)", product: period.product, from: period.from, to: period.to)
        purchase.cancellationDate = (period.refunded ?? period.upgraded)?.milliseconds
        purchase.isTrial = period.isTrial
        return purchase
      }
      return [.older(try LegacyDocuments.receipt(purchases))]
    }
  }

  /// A notification for each period, with all periods until then, the last one with all that happened.
  var notifications: [Document] {
    get throws {
      try periods.indices.map { index in
        let isLast = index == periods.count - 1
        let entries = periods[...index].map { period -> [String: Any] in
          var further: [String: Any] = ["is_trial_period": period.isTrial ? "true" : "false"]
          if isLast, let canceled = period.refunded ?? period.upgraded {
            further["cancellation_date_ms"] = "\(canceled.milliseconds)"
            if period.upgraded != nil { further["is_upgraded"] = "true" }
          }
          return LegacyDocuments.entry(
            "\(period.id)", of: "\(first)", product: period.product, from: period.from,
            to: period.to,
            further)
        }
        return .older(
          try LegacyDocuments.notification("DID_RENEW", chain: "\(first)", entries: entries))
      }
    }
  }
}
