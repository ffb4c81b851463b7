import Ledger

/// A tax in prices, in the model's own form.
struct ModelTax {
  let storefront: String
  /// In thousandths of the price without it.
  let thousandths: Int64
}

/// A reference model of the journal, written from the words of the rules alone: the amounts of each
/// purchase at a moment, by everything recorded and nothing else.
struct JournalModel {
  /// The amounts of one purchase in the books.
  struct Holding: CustomStringConvertible {
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
      "\(price) \(tax) \(commission) saved \(saved) lost \(lapseCost) returned \(returned) at \(rate)"
    }
  }

  private let events: [RecordedEvent]
  private let taxes: [ModelTax]
  private let chains: [(chain: ModelChain, coins: ModelCoinChain)]
  private let rates: [TransactionID: ModelRate]
  private let ratesOfFirstYears: [TransactionID: ModelRate]
  private let ratesWithoutLapses: [TransactionID: ModelRate]

  init(
    events: [RecordedEvent], terms: [ModelTerm], settings: ModelSettings, taxes: [ModelTax]
  ) {
    self.events = events
    self.taxes = taxes
    chains = ModelFacts(events).customers.flatMap(\.chains).map {
      ($0, ModelCoinChain($0.chain, events, ModelCoinRules()))
    }
    let last = events.map(\.recordedAt).max() ?? Instant(milliseconds: 0)
    let commissions = CommissionModel(events, terms: terms, settings: settings)
    rates = commissions.rates(knownAt: last)
    ratesOfFirstYears = commissions.rates(knownAt: last, year: .neverReached)
    ratesWithoutLapses = commissions.rates(knownAt: last, year: .withoutLapses)
  }

  func holdings(at moment: Instant) -> [TransactionID: Holding] {
    var holdings: [TransactionID: Holding] = [:]
    for (chain, coins) in chains {
      for bought in chain.purchases where bought.isCharged {
        let purchase = bought.purchase
        guard let price = purchase.price, purchase.currency != nil,
          purchase.purchaseDate <= moment
        else { continue }
        let tax = tax(in: price, of: purchase, chain.chain)
        let (id, base) = (bought.transactionID, price - tax)
        func commission(_ rates: [TransactionID: ModelRate]) -> Int64? {
          rates[id].map { rounded(base * Int64($0.thousandths), by: 1_000) }
        }
        let kept = commission(rates)
        let saved = kept.flatMap { kept in commission(ratesOfFirstYears).map { $0 - kept } } ?? 0
        let lost = kept.flatMap { kept in commission(ratesWithoutLapses).map { kept - $0 } } ?? 0
        let same = coins.purchases.first { $0.transactionID == id }
        let returned =
          same.map {
            coins.takenBack(
              of: price, .prorate, $0, at: moment, soldFrom: chain.soldFrom(bought))
          } ?? 0
        holdings[id] = Holding(
          price: price, tax: tax, commission: kept ?? 0, saved: saved, lapseCost: lost,
          returned: [price, kept ?? 0, saved, lost].map {
            price == 0 ? 0 : rounded($0 * returned, by: price)
          }, rate: rates[id]?.description ?? "no rate")
      }
    }
    return holdings
  }

  /// Returns the tax in a price: by the last publication for the chain's app, whose rows of the product go
  /// before those of every product and whose later rows go before the earlier ones; else by the estimate.
  private func tax(in price: Int64, of purchase: Purchase, _ chain: ChainID) -> Int64 {
    guard let tax = published(of: purchase, chain) ?? estimated(in: purchase.storefront) else {
      return 0
    }
    return rounded(price * tax, by: 1_000 + tax)
  }

  private func published(of purchase: Purchase, _ chain: ChainID) -> Int64? {
    var app: BundleID?
    for event in events {
      if case .chain(.transactionObserved(let fact)) = event.event, fact.chain == chain {
        app = fact.chain.bundleID
      }
    }
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

  private func estimated(in storefront: String?) -> Int64? {
    taxes.first { $0.storefront == storefront }?.thousandths
  }

  private func rounded(_ amount: Int64, by divisor: Int64) -> Int64 {
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: divisor)
    return rest * 2 >= divisor ? whole + 1 : whole
  }
}
