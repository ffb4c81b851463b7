/// Units of one transaction that Apple counts on one day: sold, refunded, or sold again by the reversal
/// of a refund.
struct ReportedUnits: Hashable, Sendable {
  var day: PacificDay
  let purchaseDay: PacificDay
  /// The pseudonym of the subscriber.
  let subscriberID: String
  let product: String
  let kind: Product.Kind
  var storefront: Storefront
  /// The units; negative if money was given back.
  var units: Int
  /// The tax in the price, as thousandths of the price without it.
  let taxThousandths: Int64
  /// The amount of one unit that was paid or given back, and its parts; not negative.
  var parts: PriceParts
  /// True if the subscriber had a year of paid service at the charge.
  var isAfterAYear: Bool
  /// The subscription; nil for another product.
  var period: Period?

  /// The facts of a period of a subscription.
  struct Period: Hashable, Sendable {
    let group: String
    var isRenewal: Bool
    let conditions: Service.Conditions?

    init(_ service: Service) {
      group = service.group
      isRenewal = service.isRenewal
      conditions = service.conditions
    }
  }

  var isRefund: Bool { units < 0 }
  /// The price of one unit with tax, negative on refunds.
  var signedPrice: Int64 { isRefund ? -parts.price : parts.price }
}

extension ReportedUnits {
  /// Returns what Apple counts of a customer's purchases, in no particular order. Family shares are left
  /// out, and refunds of nothing.
  ///
  /// - Parameter purchaseDates: the purchase dates of one-time purchases by transaction.
  static func all(
    of customer: ReportedCustomer, at now: Int64, purchaseDates: [String: Int64],
    by settings: AppleReportSettings
  ) -> [ReportedUnits] {
    let timeline = customer.timeline(at: now)
    let sales = timeline.purchases.flatMap { purchase -> [ReportedUnits] in
      guard let price = purchase.sale.price, let date = purchaseDates[purchase.sale.transaction]
      else { return [] }
      let unitPrice = price.milliunits / Int64(purchase.sale.quantity)
      let sold = ReportedUnits(
        of: purchase.sale, price: unitPrice, at: date, to: customer, by: settings)
      return sold.withReturns(GivenBack(of: purchase.fate, price: unitPrice, chargedAt: date))
    }
    let periods = timeline.periods.flatMap { period -> [ReportedUnits] in
      guard let parts = customer.parts(of: period.service, by: settings) else { return [] }
      let sold = ReportedUnits(of: period.service, parts, to: customer, by: settings)
      return sold.withReturns(GivenBack(of: period, price: parts.price))
    }
    return sales + periods
  }

  private init(
    of sale: OneTimePurchase, price: Int64, at moment: Int64, to customer: ReportedCustomer,
    by settings: AppleReportSettings
  ) {
    let storefront = customer.storefront(of: sale.price)
    let country = storefront.country
    self.init(
      day: PacificDay(of: moment), purchaseDay: PacificDay(of: moment),
      subscriberID: customer.subscriberID, product: sale.product, kind: sale.kind,
      storefront: storefront, units: sale.quantity,
      taxThousandths: settings.taxes.thousandths(in: country, at: moment),
      parts: settings.parts(of: price, in: country, at: moment, isAfterAYear: false),
      isAfterAYear: false, period: nil)
  }

  private init(
    of service: Service, _ parts: PriceParts, to customer: ReportedCustomer,
    by settings: AppleReportSettings
  ) {
    let day = PacificDay(of: service.chargedAt)
    let storefront = customer.storefront(of: service.price)
    self.init(
      day: day, purchaseDay: day, subscriberID: customer.subscriberID, product: service.product,
      kind: .autoRenewable, storefront: storefront, units: 1,
      taxThousandths: settings.taxes.thousandths(in: storefront.country, at: service.chargedAt),
      parts: parts, isAfterAYear: customer.afterAYear.contains(service.transaction),
      period: Period(service))
  }

  /// Returns the units as sold, and each change of what was given back of their price.
  private func withReturns(_ givenBack: GivenBack) -> [ReportedUnits] {
    var before = PriceParts.zero
    let changes = givenBack.steps.map { step -> ReportedUnits in
      let after = parts.parts(of: step.amount)
      let isMore = after.price > before.price
      var change = self
      change.day = PacificDay(of: step.at)
      change.units = isMore ? -units : units
      change.parts = isMore ? after - before : before - after
      before = after
      return change
    }
    return [self] + changes
  }
}
