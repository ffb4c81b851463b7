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
    /// The part of the price that was given back.
    let returned: Int64

    var description: String { "\(price) \(tax) \(commission) returned \(returned)" }
  }

  let events: [RecordedEvent]
  let terms: [ModelTerm]
  let settings: ModelSettings
  let taxes: [ModelTax]

  func holdings(at moment: Instant) -> [TransactionID: Holding] {
    guard let last = events.map(\.recordedAt).max() else { return [:] }
    let rates = CommissionModel(events, terms: terms, settings: settings).rates(knownAt: last)
    var holdings: [TransactionID: Holding] = [:]
    for chain in ModelFacts(events).customers.flatMap(\.chains) {
      let coins = ModelCoinChain(chain.chain, events, ModelCoinRules())
      for bought in chain.purchases where bought.isCharged {
        let purchase = bought.purchase
        guard let price = purchase.price, purchase.currency != nil,
          purchase.purchaseDate <= moment
        else { continue }
        let tax = tax(in: price, purchase.storefront)
        let rate = Int64(rates[bought.transactionID]?.thousandths ?? 0)
        let same = coins.purchases.first { $0.transactionID == bought.transactionID }
        holdings[bought.transactionID] = Holding(
          price: price, tax: tax, commission: rounded((price - tax) * rate, by: 1_000),
          returned: same.map {
            coins.takenBack(
              of: price, .prorate, $0, at: moment, soldFrom: chain.soldFrom(bought))
          } ?? 0)
      }
    }
    return holdings
  }

  private func tax(in price: Int64, _ storefront: String?) -> Int64 {
    guard let tax = taxes.first(where: { $0.storefront == storefront })?.thousandths else {
      return 0
    }
    return rounded(price * tax, by: 1_000 + tax)
  }

  private func rounded(_ amount: Int64, by divisor: Int64) -> Int64 {
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: divisor)
    return rest * 2 >= divisor ? whole + 1 : whole
  }
}
