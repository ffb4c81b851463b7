/// The reports of customers.
extension ReportSpecification {
  static let subscribers = ReportSpecification(
    .subscribers, "who came, went on, left and came back", by: [.product, .group, .storefront],
    in: .customers,
    columns: [
      .product, .group, .storefront,
      Column("opening", "the subscribers at the beginning"),
      Column("trials", "the first service of a customer, free"),
      Column("new", "the first service of a customer, paid"),
      Column("recovered", "service after a gap without a purchase"),
      Column("returnedInTime", "purchases after a gap of up to 60 days"),
      Column("returnedLate", "purchases after a longer gap"),
      Column("switchedIn", "changes to this product or storefront"),
      Column("switchedOut", "changes from this product or storefront"),
      Column("endedByChoice", "ends after renewals were switched off"),
      Column("endedByBilling", "ends because the renewal could not be charged"),
      Column("endedByPrice", "ends without consent to a higher price"),
      Column("endedByRefund", "ends by refunds"),
      Column("endedOtherwise", "ends for another reason, or one that Apple did not tell"),
      Column("closing", "the subscribers at the end"),
      Column("paying", "the part of `closing` whose period is paid"),
      Column("converted", "first payments after a trial"),
      Column("renewed", "periods without a gap before them, first payments aside"),
      Column("recoveredInGrace", "periods that Apple could charge only in grace"),
    ])

  static let monthlyRecurringRevenue = ReportSpecification(
    .monthlyRecurringRevenue, "the monthly recurring revenue, from the beginning to the end",
    by: Set(ReportDimension.allCases), isConvertible: true,
    columns: [
      .product, .group, .storefront, .currency,
      Column("opening", "the revenue at the beginning"),
      Column("new", "the revenue of first payments"),
      Column("returned", "the revenue of those who pay again"),
      Column("expansion", "the rise of prices"),
      Column("contraction", "the fall of prices"),
      Column("switchedIn", "the revenue that came from another product, storefront or currency"),
      Column("switchedOut", "the revenue that went to another product, storefront or currency"),
      Column("churned", "the revenue of those who stopped to pay"),
      Column("closing", "the revenue at the end"),
      Column("paying", "the subscribers behind `closing`"),
      Column("unpriced", "those of them whose price is not known"),
    ])

  static let retention = ReportSpecification(
    .retention, "the part of each month's new customers who stay",
    by: [.product, .group, .storefront], in: .customers,
    columns: [
      Column("cohort", "the month of the first payment"),
      Column("months", "the number of months after it"), .product, .group, .storefront,
      Column("customers", "the customers of the cohort"),
      Column("retained", "those whose service runs at the end of the later month"),
      Column("share", "`retained` divided by `customers`"),
    ])

  static let tenure = ReportSpecification(
    .tenure,
    """
    the number of customers at each stage, at --to, of the year after which Apple keeps less, the saving over \
    the next year, and the cost of lapses; with --lapsing, the customers who are about to lapse, and with \
    --ends-within those whose subscription ends, each with the account
    """, by: Set(ReportDimension.allCases),
    lists: [
      List(
        option: .lapsing, about: "lists the customers who lose their days within so many days",
        columns: tenureList),
      List(
        option: .endsWithin, about: "lists the customers whose service ends within so many days",
        columns: tenureList),
    ], isKept: false,
    columns: [
      .product, .group, .storefront, .currency,
      Column("state", "the state of the subscription"),
      Column("fromDays", "the first day of the step of paid service"),
      Column("customers", "the customers of the step"),
      Column("reachedYear", "those whose first charge at the lower rate lies in the time"),
      Column("incomplete", "those with periods that Apple mentions and that are not stored"),
      Column("uncertain", "those with a transaction whose days or rate are uncertain"),
      Column("unpriced", "those whose price or plan is unknown"),
      Column("savesNextYear", "the saving by the lower commission over the next 365 days"),
      Column("endsWithin7", "those whose service ends within 7 days"),
      Column("endsWithin30", "those whose service ends within 30 days"),
      Column("lapsing7", "those who lose their days within 7 days"),
      Column("lapseCost7", "the price of losing them"),
      Column("lapsing14", "those who lose their days within 14 days"),
      Column("lapseCost14", "the price of losing them"),
      Column("lapsing30", "those who lose their days within 30 days"),
      Column("lapseCost30", "the price of losing them"),
    ])

  private static let tenureList: [Column] = [
    Column("keptUntil", "the last moment to keep the days"),
    Column("endsAt", "the end of service"), .account, .chain, .product, .group, .storefront,
    .currency,
    Column("daysOfPaidService", "the days of paid service"),
    Column("paidThrough", "the end of what is paid"),
    Column("lapseCost", "the price of losing the days"),
  ]
}
