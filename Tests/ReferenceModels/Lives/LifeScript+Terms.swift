import Ledger

extension LifeScript {
  private static let day = CalendarDay.length

  /// Enters the Small Business Program for a time, before it begins or long after. Now and then a
  /// second entry sets its end, and another app has a membership beside it.
  mutating func enterPrograms(from start: Int64) {
    let from = start + random.number(-300...600) * Self.day
    let until = random.chance(3) ? from + random.number(1...500) * Self.day : nil
    let isLate = random.chance(2)
    let entered = isLate ? from + random.number(1...500) * Self.day : from - Self.day
    ways.insert(isLate ? .programLate : .programOnTime)
    let app: BundleID? = random.pick([nil, nil, Self.app, Self.otherApp])
    enter(app, from: from, until: until, at: entered)
    guard random.chance(2) else { return }
    enter(
      app, from: from, until: from + random.number(1...500) * Self.day,
      at: entered + random.number(1...300) * Self.day)
    ways.insert(.programEnded)
  }

  private mutating func enter(_ app: BundleID?, from: Int64, until: Int64?, at moment: Int64) {
    programs.append(
      ProgramEntered(
        program: "small-business", bundleID: app, from: Instant(milliseconds: from),
        until: until.map(Instant.init(milliseconds:)), enteredAt: Instant(milliseconds: moment)))
  }

  /// Adds a storefront's own rate for a time, before and after a year.
  mutating func addTerms(from start: Int64) {
    let from = random.pick([nil, start + random.number(0...400) * Self.day])
    let until = from.map { $0 + random.number(30...400) * Self.day }
    var row = ModelTerm(name: "china", storefronts: ["CHN"], thousandths: 250)
    row.validFrom = from.map(Instant.init(milliseconds:))
    row.validUntil = random.chance(2) ? until.map(Instant.init(milliseconds:)) : nil
    terms.append(row)
    if random.chance(2) {
      (row.name, row.isAfterAYear, row.thousandths) = ("china after a year", true, 120)
      row.productType = .autoRenewable
      terms.append(row)
    }
    ways.insert(.termsOfStorefront)
  }

  /// Publishes a catalog that lists some of the subscriptions with their periods, before or long after
  /// the purchases; now and then a second one.
  mutating func publishCatalogs(from start: Int64) {
    for _ in 0...random.pick([0, 0, 1, 2]) {
      let isLate = random.chance(2)
      let from = start + random.number(isLate ? 1...900 : -400...0) * Self.day
      let listed =
        chains.flatMap(\.transactions).map(\.purchase.productID)
        + [ProductID("gold.monthly")]
      let products = Set(listed).sorted().filter { _ in !random.chance(4) }.map { product in
        CatalogProduct(
          product, type: .autoRenewable,
          period: Plan(rawValue: String(product.rawValue.split(separator: ".")[1]))?.period)
      }
      guard let catalog = try? Catalog(products) else { continue }
      catalogs.append(
        CatalogPublished(
          bundleID: random.chance(4) ? Self.otherApp : Self.app, catalog: catalog,
          validFrom: Instant(milliseconds: from),
          publishedAt: Instant(milliseconds: start + random.number(-400...900) * Self.day)))
      ways.insert(isLate ? .catalogLate : .catalog)
    }
  }
}

extension LifeScript {
  /// Publishes taxes of some products in the life's storefronts, of another app now and then; mostly of days
  /// that are past. Now and then a second publication takes the place of the first.
  mutating func publishTaxes(from start: Int64) {
    let products = Set(chains.flatMap(\.transactions).map(\.purchase.productID)).sorted()
    for _ in 0...(random.chance(2) ? 1 : 0) {
      let published = start + random.number(-100...900) * Self.day
      let rows = (0...random.number(0...3)).map { _ in
        TaxTable.Row(
          storefront: random.pick(Country.all).storefront,
          productID: random.pick(products.map(Optional.some) + [nil]),
          from: random.chance(4)
            ? nil : Instant(milliseconds: published + random.number(-700...100) * Self.day),
          thousandths: Int(random.pick([0, 70, 160, 255])))
      }
      taxes.append(
        TaxesPublished(
          bundleID: random.chance(6) ? Self.otherApp : Self.app, rows: rows,
          author: "ada", publishedAt: Instant(milliseconds: published)))
      ways.insert(.taxes)
    }
  }
}

extension LifeScript {
  /// Adds one or two purchases of the app itself, and publications of its prices: mostly on the days of the
  /// purchases, at the edges of these days, now and then of another app. A later publication takes the place
  /// of an earlier one.
  mutating func buyApps(from start: Int64) {
    var days: [CivilDate] = []
    for number in 1...appRandom.number(1...2) {
      let date = start + appRandom.number(0...300) * Self.day + appRandom.number(0...Self.day)
      let bought = Instant(milliseconds: date)
      days.append(PacificTime.day(of: bought))
      let id = TransactionID("7-\(number)")
      purchases.append(
        AppleTransaction(
          chain: ChainID(Self.app, .production, OriginalTransactionID(id.rawValue)), id: id,
          purchase: Purchase(
            productID: ProductID(Self.app.rawValue), type: .app, purchaseDate: bought),
          end: date + 1))
      ways.insert(.appPurchase)
    }
    for number in 0...appRandom.number(0...2) {
      let rows = (0...appRandom.number(0...2)).map { _ in
        let first = appRandom.pick(days).daysSince1970 + appRandom.pick([0, 0, 0, -3, 1])
        return AppPrices.Row(
          storefront: appRandom.pick(["USA", "CHN", "JPN"]),
          currency: appRandom.pick(["USD", "JPY"]),
          price: appRandom.pick([990, 4_990, 9_990]), firstDay: CivilDate(daysSince1970: first),
          lastDay: CivilDate(daysSince1970: first + appRandom.pick([0, 0, 2, -1])))
      }
      prices.append(
        PricesPublished(
          bundleID: appRandom.chance(6) ? Self.otherApp : Self.app, sku: "GAME",
          rows: appRandom.chance(5) ? [] : rows, author: "ada",
          publishedAt: Instant(milliseconds: start + appRandom.number(-10...500) * Self.day)))
      if number > 0 { ways.insert(.appPriceTaken) }
    }
  }
}

extension Plan {
  fileprivate var period: BillingPeriod {
    switch self {
    case .weekly: .days(7)
    case .monthly: .months(1)
    case .twoMonths: .months(2)
    case .quarterly: .months(3)
    case .halfYear: .months(6)
    case .yearly: .months(12)
    }
  }
}
