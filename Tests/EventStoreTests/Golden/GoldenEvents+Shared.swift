import Foundation
import Ledger

/// The events of lane 0, which every rule reads.
extension GoldenEvents {
  static let programs: [String: ProgramEntered] = [
    "full": ProgramEntered(
      program: "small-business", bundleID: app, from: moment("2026-01-01T00:00:00.000Z"),
      until: moment("2027-01-01T00:00:00.000Z"), enteredAt: moment("2026-05-01T00:00:00.012Z")),
    "minimal": ProgramEntered(
      program: "small-business", from: moment("2026-01-01T00:00:00.000Z"),
      enteredAt: moment("2026-05-01T00:00:00.013Z")),
    "of every app, with an end": ProgramEntered(
      program: "video-partner", from: moment("2026-01-01T00:00:00.000Z"),
      until: moment("2026-07-01T00:00:00.000Z"), enteredAt: moment("2026-05-01T00:00:00.014Z")),
    "of one app, without an end": ProgramEntered(
      program: "video-partner", bundleID: app, from: moment("2026-01-01T00:00:00.000Z"),
      enteredAt: moment("2026-05-01T00:00:00.015Z")),
  ]

  private static let calendarYear = TenureSettings(
    yearOfService: .seconds(365 * 86_400), gapMax: .seconds(60 * 86_400))

  static let terms: [String: TermsPublished] = [
    "full": TermsPublished(
      environment: .sandbox,
      terms: CommissionTerms(rows: [
        CommissionTerm("standard", thousandths: 300),
        CommissionTerm(
          "EU 2026", storefronts: ["FRA", "DEU"], productType: .autoRenewable,
          program: "small-business", isAfterAYear: true,
          validFrom: moment("2026-01-01T00:00:00.000Z"),
          validUntil: moment("2027-01-01T00:00:00.000Z"), thousandths: 125),
      ]),
      settings: TenureSettings(yearOfService: .seconds(3_600), gapMax: .seconds(600)),
      publishedAt: moment("2026-05-02T00:00:00.016Z")),
    "minimal": TermsPublished(
      terms: CommissionTerms(rows: []), settings: calendarYear,
      publishedAt: moment("2026-05-02T00:00:00.017Z")),
    "standard": TermsPublished(
      environment: .production, terms: .standard, settings: calendarYear,
      publishedAt: moment("2026-05-02T00:00:00.018Z")),
  ]

  static let cutOvers: [String: CutOverDeclared] = [
    "production": CutOverDeclared(
      bundleID: app, environment: .production, before: moment("2026-02-01T00:00:00.020Z"),
      rules: nil, decidedAt: moment("2026-05-03T00:00:00.021Z")),
    "sandbox": CutOverDeclared(
      bundleID: app, environment: .sandbox, before: moment("1970-01-01T00:00:00.000Z"),
      rules: nil, decidedAt: moment("2026-05-03T00:00:00.022Z")),
    "by the rules of 3": CutOverDeclared(
      bundleID: app, environment: .production, before: moment("2026-02-02T00:00:00.020Z"),
      rules: 3, decidedAt: moment("2026-05-04T00:00:00.021Z")),
  ]

  static let rules = RulesChanged(
    number: 2, changedAt: moment("2026-05-06T00:00:00.025Z"))

  static let closes: [String: PeriodClosed] = [
    "full": PeriodClosed(
      environment: .production, bundleID: app, name: "2026-04", calendar: "utc",
      endsAt: moment("2026-05-01T00:00:00.000Z"), closedAt: moment("2026-05-05T00:00:00.031Z"),
      cut: Position([0: 12, 2: 34]), author: "ada", forcedBecause: "Apple is late", rules: 5,
      leftOut: 1, sums: Digest(of: [1]),
      reports: [
        PeriodClosed.KeptReport(report: "sales", format: "csv", digest: Digest(of: [2])),
        PeriodClosed.KeptReport(report: "sales", format: "json", digest: Digest(of: [3])),
      ]),
    "minimal": PeriodClosed(
      environment: .sandbox, bundleID: app, name: "2026-03", calendar: "fiscal",
      endsAt: moment("2026-03-29T07:00:00.000Z"), closedAt: moment("2026-05-05T00:00:00.032Z"),
      cut: Position(), author: "ada", forcedBecause: nil, rules: 5, leftOut: 0,
      sums: Digest(of: [4]), reports: []),
    "by two persons": PeriodClosed(
      environment: .production, bundleID: app, name: "2026-05", calendar: "utc",
      endsAt: moment("2026-06-01T00:00:00.000Z"), closedAt: moment("2026-05-05T00:00:00.035Z"),
      cut: Position(), author: "ada", forcedBecause: "Apple is late",
      secondPerson: ActAuthor(name: "bob", key: "0022ccdd"), rules: 5, leftOut: 0,
      sums: Digest(of: [8]), reports: []),
  ]

  static let acts: [String: ActRecorded] = [
    "full": ActRecorded(
      id: uuid("ac700000-0000-4000-8000-000000000001"), .keysCreate, on: "a1b2c3d4",
      values: ["scopes": "grants,read", "name": "shop"],
      signed: ActSignature(
        ActAuthor(name: "ada", key: "0011aabb"), because: "a second game server",
        with: ActAuthor(name: "bob", key: "0022ccdd")),
      at: moment("2026-05-08T00:00:00.035Z")),
    "minimal": ActRecorded(
      id: uuid("ac700000-0000-4000-8000-000000000002"), .ledgerUnpause,
      signed: ActSignature(ActAuthor(name: "ada")), at: moment("2026-05-08T00:00:00.036Z")),
  ]

  static let files: [String: AppleFileKept] = [
    "full": AppleFileKept(
      kind: "SALES", name: "S_D_1234_20260501.txt.gz", firstDay: "2026-05-01",
      lastDay: "2026-05-01", content: Digest(of: [5]), body: Digest(of: [6]), author: "ada",
      keptAt: moment("2026-05-05T00:00:00.033Z")),
    "minimal": AppleFileKept(
      kind: "FINANCIAL", name: "a.txt", firstDay: nil, lastDay: nil, content: Digest(of: [7]),
      body: Digest(of: [7]), author: "ada", keptAt: moment("2026-05-05T00:00:00.034Z")),
  ]

  static let evidenceLost = EvidenceLost(
    masterKey: "k1", streams: 12, author: "jo", reason: "the disk of host 3 broke",
    lostAt: moment("2026-05-08T00:00:00.034Z"))

  static let taxes: [String: TaxesPublished] = [
    "full": TaxesPublished(
      bundleID: app,
      rows: [
        TaxTable.Row(
          storefront: "DEU", productID: "com.example.month",
          from: moment("2026-05-01T07:00:00.000Z"), thousandths: 70),
        TaxTable.Row(storefront: "FRA", thousandths: 55),
      ], author: "jo", publishedAt: moment("2026-05-07T00:00:00.027Z")),
    "minimal": TaxesPublished(
      bundleID: app, rows: [], author: "jo", publishedAt: moment("2026-05-07T00:00:00.028Z")),
  ]

  static let settlements: [String: SettlementRecorded] = [
    "full": settlement(
      [
        SettledMonth.Place("com.example.month", in: "DEU", "EUR"): 5_876,
        SettledMonth.Place("com.example.month", in: "FRA", "EUR"): -5_876,
        SettledMonth.Place("com.example.year", in: "TUR", "USD"): 12_345,
      ], at: "2026-05-07T00:00:00.029Z"),
    "minimal": settlement([:], at: "2026-05-07T00:00:00.030Z"),
  ]

  private static func settlement(
    _ amounts: [SettledMonth.Place: Int64], at text: String
  ) -> SettlementRecorded {
    SettlementRecorded(
      bundleID: app,
      settlement: SettledMonth(
        days: FiscalMonth(year: 2026, month: 4)!.days, file: Digest(of: Array(text.utf8)),
        amounts: amounts),
      recordedAt: moment(text))
  }

  static let prices: [String: PricesPublished] = [
    "full": PricesPublished(
      bundleID: app, sku: "GAME-1",
      rows: [
        AppPrices.Row(
          storefront: "DEU", currency: "EUR", price: 4_990,
          firstDay: CivilDate(firstOf: 4, in: 2026),
          lastDay: CivilDate(daysSince1970: 20_573)),
        AppPrices.Row(
          storefront: "JPN", currency: "JPY", price: 700_000,
          firstDay: CivilDate(firstOf: 5, in: 2026), lastDay: CivilDate(firstOf: 5, in: 2026)),
      ], author: "jo", publishedAt: moment("2026-05-08T00:00:00.029Z")),
    "minimal": PricesPublished(
      bundleID: app, sku: "GAME-1", rows: [], author: "jo",
      publishedAt: moment("2026-05-08T00:00:00.031Z")),
  ]

  static let epoch = EpochOpened(
    epoch: uuid("e90c0000-0000-4000-8000-000000000007"), reason: "restored",
    openedAt: moment("2026-05-04T00:00:00.023Z"))
}

extension GoldenEvents {
  static let catalogs: [String: CatalogPublished] = [
    "full": catalog(fullProducts, at: "2026-05-05T00:00:00.024Z"),
    "minimal": catalog(
      [CatalogProduct("com.example.castle", type: .nonConsumable)],
      at: "2026-05-05T00:00:00.025Z"),
    "coins with their wallets": catalog(
      [
        CatalogProduct(
          "com.example.month", type: .autoRenewable,
          grants: [ProductGrant("gem", 50, onUpgrade: .keep), ProductGrant("star", 7)])
      ], coins: ["gem": CoinDeclaration(.daicho), "star": CoinDeclaration(.game)],
      at: "2026-05-05T00:00:00.028Z"),
    "coins with their rules": catalog(
      [
        CatalogProduct(
          "com.example.gems.100", type: .consumable, grants: [ProductGrant("gem", 100)])
      ],
      coins: [
        "gem": CoinDeclaration(.daicho, creditMax: 500, spendFirst: .bought),
        "gold": CoinDeclaration(.daicho, spendFirst: .earned),
      ], at: "2026-05-05T00:00:00.029Z"),
    "promotional offers": catalog(
      [
        CatalogProduct(
          "com.example.month", type: .autoRenewable, subscriptionGroupID: "20000001",
          offers: ["spring"])
      ], at: "2026-05-05T00:00:00.030Z"),
  ]

  private static func catalog(
    _ products: [CatalogProduct], coins: [Coin: CoinDeclaration] = [:], at text: String
  ) -> CatalogPublished {
    do {
      return CatalogPublished(
        bundleID: app, catalog: try Catalog(products, declaring: coins),
        validFrom: moment("2026-01-01T00:00:00.000Z"), publishedAt: moment(text))
    } catch {
      preconditionFailure("a golden catalog is sound: \(error)")
    }
  }

  private static var fullProducts: [CatalogProduct] {
    [
      subscription("com.example.week", level: 3, .days(7), []),
      subscription("com.example.month", level: 2, .months(1), monthlyGrants),
      subscription("com.example.month.2", level: 2, .months(2), nil),
      subscription("com.example.month.3", level: 2, .months(3), nil),
      subscription("com.example.month.6", level: 2, .months(6), nil),
      subscription("com.example.year", level: 1, .months(12), nil),
      CatalogProduct(
        "com.example.gems.100", type: .consumable, grants: [ProductGrant("gem", 100)]),
      CatalogProduct("com.example.castle", type: .nonConsumable, grants: []),
      CatalogProduct("com.example.season", type: .nonRenewing),
    ]
  }

  private static func subscription(
    _ id: ProductID, level: Int, _ period: BillingPeriod, _ grants: [ProductGrant]?
  ) -> CatalogProduct {
    CatalogProduct(
      id, type: .autoRenewable, subscriptionGroupID: "20000001", level: level, period: period,
      grants: grants)
  }

  private static var monthlyGrants: [ProductGrant] {
    [ProductGrant("star", 2), ProductGrant("gem", 500, duringTrial: true)]
  }
}
