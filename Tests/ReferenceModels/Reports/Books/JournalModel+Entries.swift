import Ledger

extension JournalModel {
  /// Returns the entries of all purchases by everything known: each charge, and each change of the share of it
  /// that was given back, at the moment of that change.
  func entries(_ mutation: BooksMutation? = nil) -> [ModelEntry] {
    let uncertain = uncertainRates
    return charges.flatMap { charge in
      let doubts = ModelChargeDoubts(
        areDaysUncertain: charge.mayContainExtension,
        isRateUncertain: uncertain.contains(charge.bought.name))
      let sold = sold(charge, doubts, mutation)
      return [sold] + returns(of: sold, charge, mutation)
    }
  }

  private func sold(
    _ charge: Charge, _ doubts: ModelChargeDoubts, _ mutation: BooksMutation?
  ) -> ModelEntry {
    let purchase = charge.bought.purchase
    let isPriced = purchase.price != nil && purchase.currency != nil
    return ModelEntry(
      purchase: charge.bought.name,
      kind: isPriced || mutation == .unpricedAreCharges ? .charge : .unpriced,
      moment: purchase.purchaseDate, product: purchase.productID,
      group: purchase.subscriptionGroupID, storefront: purchase.storefront,
      currency: isPriced ? purchase.currency : nil,
      amounts: isPriced ? amounts(of: charge, mutation) : ModelAmounts(),
      rate: rates[charge.bought.name], doubts: doubts,
      isDeferred: purchase.type == .autoRenewable
        ? charge.bought.expiresDate != nil
        : DebtBook.pass(charge.bought, in: charge.bought.chain.bundleID, events) != nil)
  }

  private func amounts(of charge: Charge, _ mutation: BooksMutation?) -> ModelAmounts {
    let purchase = charge.bought.purchase
    let price = purchase.price ?? 0
    let tax = tax(in: price, of: purchase, charge.bought.chain.bundleID)
    let base = mutation == .commissionOfGross ? price : price - tax
    func commission(_ rates: [ModelPurchaseName: ModelRate]) -> Int64? {
      rates[charge.bought.name].map {
        rounded(Int128(base) * Int128($0.thousandths), by: 1_000)
      }
    }
    let kept = commission(rates) ?? 0
    return ModelAmounts(
      price: price, tax: tax, commission: kept,
      saved: (commission(ratesOfFirstYears) ?? kept) - kept,
      lapseCost: kept - (commission(ratesWithoutLapses) ?? kept))
  }

  /// Returns an entry for each change of the share of a charge that is given back. Nothing is given back before
  /// the purchase.
  private func returns(
    of sold: ModelEntry, _ charge: Charge, _ mutation: BooksMutation?
  ) -> [ModelEntry] {
    guard let same = charge.same, sold.amounts.price > 0 else { return [] }
    var given = ModelAmounts()
    var entries: [ModelEntry] = []
    for moment in charge.momentsOfChange {
      let share = same.share(
        at: moment, .prorate, replacedAt: charge.replacedAt, soldFrom: charge.soldFrom, rules)
      let now = part(share.part(of: sold.amounts.price), of: sold.amounts, mutation)
      let isForUpgrade = same.isGivenBackForUpgrade(at: moment, replacedAt: charge.replacedAt)
      let isReversal = now.price < given.price
      if now.price != given.price {
        let kind: ModelEntry.Kind = isReversal ? .reversal : isForUpgrade ? .upgrade : .refund
        let amounts = isReversal ? given - now : now - given
        entries.append(entry(kind, at: moment, amounts, of: sold, mutation))
      }
      given = now
    }
    return entries
  }

  private func entry(
    _ kind: ModelEntry.Kind, at moment: Instant, _ amounts: ModelAmounts, of sold: ModelEntry,
    _ mutation: BooksMutation?
  ) -> ModelEntry {
    ModelEntry(
      purchase: sold.purchase,
      kind: mutation == .upgradesAreRefunds && kind == .upgrade ? .refund : kind,
      moment: mutation == .returnsOnDaysOfCharges ? sold.moment : moment,
      product: sold.product, group: sold.group, storefront: sold.storefront,
      currency: sold.currency, amounts: amounts, rate: sold.rate, doubts: sold.doubts,
      isDeferred: sold.isDeferred)
  }

  /// Returns the part of a charge's amounts that goes with so much of its price.
  private func part(
    _ returned: Int64, of amounts: ModelAmounts, _ mutation: BooksMutation?
  ) -> ModelAmounts {
    var part = amounts.map { amount in
      let product = Int128(amount) * Int128(returned)
      return mutation == .partsRoundedDown
        ? Int64(product / Int128(amounts.price)) : rounded(product, by: amounts.price)
    }
    if mutation == .returnsUntaxed { part.tax = 0 }
    if mutation == .commissionKept { part.commission = 0 }
    return part
  }

  /// The purchases with an uncertain rate.
  private var uncertainRates: Set<ModelPurchaseName> {
    let model = TenureModel(facts, settings: settings)
    let names = facts.customers.flatMap { customer in
      let purchases = customer.chains.flatMap(\.purchases)
      return Set(purchases.compactMap(\.purchase.subscriptionGroupID)).flatMap { group in
        let uncertain = Set(model.uncertainRates(of: customer.name, in: group))
        return purchases.filter {
          $0.purchase.subscriptionGroupID == group && uncertain.contains($0.transactionID)
        }.map(\.name)
      }
    }
    return Set(names)
  }
}

extension JournalModel.Charge {
  /// The moments at which the share that is given back may change, in order: the purchase, each refund of which
  /// Apple told, each assertion that may reverse one, and the purchase that replaced this one.
  fileprivate var momentsOfChange: [Instant] {
    let copies = same?.copies ?? []
    let told = copies.compactMap(\.revocation.value?.date) + copies.map(\.assertion.assertedAt)
    let from = bought.purchase.purchaseDate
    return Set([from] + (told + [replacedAt].compactMap(\.self)).filter { $0 > from }).sorted()
  }

  /// True for a period whose first copy came late and may contain days of an extension: no copy of the first
  /// day told the end. A length that Apple sells proves nothing, since a month may be four weeks and some days. True
  /// too where Apple did not tell the kind of an offer.
  fileprivate var mayContainExtension: Bool {
    guard bought.purchase.type == .autoRenewable else { return false }
    if bought.isOfUntoldOffer { return true }
    let day: Int64 = 86_400_000
    let told = bought.copies.filter { $0.expiresDate.value != nil }
      .map(\.assertion.assertedAt.milliseconds).min()
    return told.map { $0 - bought.purchase.purchaseDate.milliseconds > day } ?? false
  }
}
