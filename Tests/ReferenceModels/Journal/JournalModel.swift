package import Ledger

/// A tax in prices, in the model's own form.
package struct ModelTax: Sendable {
  package let storefront: String
  /// The first moment at which the tax holds; nil for the beginning.
  package let from: Instant?
  /// In thousandths of the price without it.
  package let thousandths: Int64

  package init(storefront: String, from: Instant? = nil, thousandths: Int64) {
    self.storefront = storefront
    self.from = from
    self.thousandths = thousandths
  }
}

/// A reference model of the journal, written from the words of the rules alone: the amounts of each
/// purchase at a moment, by everything recorded and nothing else.
struct JournalModel {
  /// The amounts of one purchase in the books.
  struct Holding: CustomStringConvertible {
    let currency: String
    let price: Int64
    let tax: Int64
    let commission: Int64
    /// The commission of a first year, less the commission.
    let saved: Int64
    /// The commission, less that of a customer whose gaps all kept the service.
    let lapseCost: Int64
    /// The part of the price that was given back, with its commission and what was saved and lost on it.
    let returned: [Int64]
    let rate: String

    var description: String {
      "\(price) \(currency) \(tax) \(commission) saved \(saved) lost \(lapseCost) "
        + "returned \(returned) at \(rate)"
    }
  }

  /// A purchase with everything that decides the share of it that is given back.
  struct Charge {
    let bought: ModelPurchase
    let same: ModelCoinPurchase?
    /// The known purchase that replaced the period.
    let replacedAt: Instant?
    let soldFrom: Instant
  }

  let events: [RecordedEvent]
  private let taxes: [ModelTax]
  let facts: ModelFacts
  let settings: ModelSettings
  let rules: ModelCoinRules
  let charges: [Charge]
  let rates: [ModelPurchaseName: ModelRate]
  let ratesOfFirstYears: [ModelPurchaseName: ModelRate]
  let ratesWithoutLapses: [ModelPurchaseName: ModelRate]

  init(
    events: [RecordedEvent], terms: [ModelTerm], settings: ModelSettings, taxes: [ModelTax],
    rules: ModelCoinRules = ModelCoinRules()
  ) {
    self.events = events
    self.taxes = taxes
    self.rules = rules
    self.settings = settings
    let facts = ModelFacts(events, settings: settings)
    self.facts = facts
    charges = facts.chains.flatMap { chain in
      let coins = ModelCoinChain(chain.chain, events, rules)
      return chain.purchases.filter(\.isCharged).compactMap { bought -> Charge? in
        let same = coins.purchases.first { $0.transactionID == bought.transactionID }
        if let same, coins.isReplacedBeforeStart(same) { return nil }
        return Charge(
          bought: bought, same: same, replacedAt: chain.period(of: bought)?.replacedAt,
          soldFrom: chain.soldFrom(bought))
      }
    }
    let commissions = CommissionModel(events, terms: terms, settings: settings)
    rates = commissions.rates(of: facts, in: events, year: .asServed)
    ratesOfFirstYears = commissions.rates(of: facts, in: events, year: .neverReached)
    ratesWithoutLapses = commissions.rates(of: facts, in: events, year: .withoutLapses)
  }

  func holdings(at moment: Instant) -> [ModelPurchaseName: Holding] {
    var holdings: [ModelPurchaseName: Holding] = [:]
    for charge in charges {
      let purchase = charge.bought.purchase
      guard let price = purchase.price, let currency = purchase.currency,
        purchase.purchaseDate <= moment
      else { continue }
      let tax = tax(in: price, of: purchase, charge.bought.chain.bundleID)
      let (name, base) = (charge.bought.name, price - tax)
      func commission(_ rates: [ModelPurchaseName: ModelRate]) -> Int64? {
        rates[name].map { rounded(Int128(base) * Int128($0.thousandths), by: 1_000) }
      }
      let kept = commission(rates)
      let saved = kept.flatMap { kept in commission(ratesOfFirstYears).map { $0 - kept } } ?? 0
      let lost = kept.flatMap { kept in commission(ratesWithoutLapses).map { kept - $0 } } ?? 0
      let returned =
        charge.same?.share(
          at: moment, .prorate, replacedAt: charge.replacedAt, soldFrom: charge.soldFrom, rules
        ).part(of: price) ?? 0
      holdings[name] = Holding(
        currency: currency, price: price, tax: tax, commission: kept ?? 0, saved: saved,
        lapseCost: lost,
        returned: [price, kept ?? 0, saved, lost].map {
          price == 0 ? 0 : rounded(Int128($0) * Int128(returned), by: price)
        }, rate: rates[name]?.description ?? "no rate")
    }
    return holdings
  }

  /// Returns the tax in a price: by the last publication for the app, whose rows of the product go before those
  /// of every product and whose later rows go before the earlier ones; else by the estimate.
  func tax(in price: Int64, of purchase: Purchase, _ app: BundleID) -> Int64 {
    guard let tax = published(of: purchase, app) ?? estimated(of: purchase) else { return 0 }
    return rounded(Int128(price) * Int128(tax), by: 1_000 + tax)
  }

  private func published(of purchase: Purchase, _ app: BundleID) -> Int64? {
    var rows: [TaxTable.Row] = []
    for event in events {
      if case .shared(.taxesPublished(let taxes)) = event.event, taxes.bundleID == app {
        rows = taxes.rows
      }
    }
    var best: TaxTable.Row?
    for row in rows where row.storefront == purchase.storefront {
      guard row.productID == nil || row.productID == purchase.productID else { continue }
      if let from = row.from, from > purchase.purchaseDate { continue }
      guard let known = best else {
        best = row
        continue
      }
      let isMoreExact = known.productID == nil && row.productID != nil
      let isAsExact = (known.productID == nil) == (row.productID == nil)
      let begins = row.from?.milliseconds ?? .min
      let isLater = begins > known.from?.milliseconds ?? .min
      if isMoreExact || isAsExact && isLater { best = row }
    }
    return best.map { Int64($0.thousandths) }
  }

  /// Returns the tax by the row of the storefront that began last by the day of the purchase.
  private func estimated(of purchase: Purchase) -> Int64? {
    taxes.filter { tax in
      tax.storefront == purchase.storefront
        && (tax.from.map { $0 <= purchase.purchaseDate } ?? true)
    }.max { ($0.from?.milliseconds ?? .min) < ($1.from?.milliseconds ?? .min) }?.thousandths
  }

  func rounded(_ amount: Int128, by divisor: Int64) -> Int64 {
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: Int128(divisor))
    return Int64(rest * 2 >= Int128(divisor) ? whole + 1 : whole)
  }
}
