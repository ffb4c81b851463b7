/// The reports of the books.
extension ReportSpecification {
  static let sales = ReportSpecification(
    .sales, "what was charged and given back", by: Set(ReportDimension.allCases),
    hasIntervals: true, isConvertible: true,
    columns: [
      .product, .group, .storefront, .currency,
      Column("charges", "the number of charges"),
      Column("sales", "what was charged"),
      Column("refunds", "the number of refunds"),
      Column("refunded", "what was given back by refunds"),
      Column("upgraded", "the unused parts of periods that an upgrade replaced"),
      Column("reversed", "the refunds that Apple took back"),
      Column("net", "what is left of the sales"),
      Column("adjustments", "the part of `net` that belongs to earlier, closed periods"),
      Column("byRules", "the part of `adjustments` that only a change of the rules made"),
    ])

  static let proceeds = ReportSpecification(
    .proceeds, "what is left of it after the estimated tax and Apple's commission",
    by: Set(ReportDimension.allCases), hasIntervals: true, isConvertible: true,
    columns: [
      .product, .group, .storefront, .currency,
      Column("net", "what is left of the sales"),
      Column("estimatedTax", "the tax in `net`, as estimated"),
      Column("commission", "Apple's commission on `net` without the tax"),
      Column("proceeds", "`net` less `estimatedTax` and `commission`"),
      Column("adjustments", "the part of `net` that belongs to earlier, closed periods"),
      Column("byRules", "the part of `proceeds` that only a change of the rules made"),
    ])

  static let commission = ReportSpecification(
    .commission,
    """
    what Apple kept and gave back from --from to before --to, by rate and reason, with what tenure saved and \
    what lapses cost
    """, by: Set(ReportDimension.allCases), hasIntervals: true, isConvertible: true,
    columns: [
      .product, .group, .storefront, .currency, .rate, .reason,
      Column("charges", "the number of charges"),
      Column("refunds", "the number of refunds"),
      Column("price", "what customers paid for the charges"),
      Column("returned", "the price given back: refunds and upgrades, less reversals"),
      Column("commission", "Apple's share of `price`, after the estimated tax"),
      Column("returnedCommission", "Apple's share of `returned`"),
      Column("netCommission", "`commission` less `returnedCommission`"),
      Column("savedByTenure", "what the charges cost less than in a first year"),
      Column("lapseCost", "what the charges cost more because a gap restarted the count"),
      Column("corrections", "charges that were corrected: in the rate, the price, or a doubt"),
      Column("unpriced", "purchases without a known price"),
      Column("uncertain", "charges whose days are uncertain"),
      Column("rateUncertain", "charges whose rate is uncertain"),
      Column("adjustments", "the part of `netCommission` that belongs to earlier, closed periods"),
      Column("byRules", "the part of `adjustments` that only a change of the rules made"),
    ])

  static let deferredRevenue = ReportSpecification(
    .deferredRevenue, "what is owed for service not yet given, from the beginning to the end",
    by: Set(ReportDimension.allCases), hasIntervals: true, isConvertible: true,
    columns: [
      .product, .group, .storefront, .currency,
      Column("opening", "what is owed at the beginning"),
      Column("billed", "the prices of service that were charged"),
      Column("recognized", "what was earned"),
      Column("refunded", "what was given back before it was earned"),
      Column("byRules", "what only a change of the rules made of `opening`"),
      Column("closing", "what is owed at the end"),
      Column("committedMonths", "the months of running commitments that are still to be charged"),
      Column("committed", "the price of these months"),
    ])

  static let refunds = ReportSpecification(
    .refunds, "each with its customer", isConvertible: true,
    columns: [
      Column("refundedAt", "the moment of the refund"), .account, .chain, .transaction, .product,
      .storefront, .currency,
      Column("price", "the price of the purchase"),
      Column("refunded", "the refunded amount"),
      Column("share", "the part of the price that was refunded"),
      Column("reason", "Apple's reason: `other` or `issue in the app`"),
      Column("daysAfterPurchase", "the whole days from the purchase to the refund"),
      Column("coinsTakenBack", "the coins that the refund took back"),
      Column("coinsOwed", "the coins that the account lacks at the end, if some were taken back"),
      Column("refundsOfAccount", "the refunded purchases of the account at the end"),
    ])

  static let journal = ReportSpecification(
    .journal, "the postings of each day, in double entry", formats: ReportFormat.allCases,
    columns: [
      Column("date", "the day"),
      Column("entry", "the kind of entry"), .product, .storefront, .currency,
      Column("account", "the account of the books"),
      Column("amount", "the amount: above zero for a debit, below it for a credit"),
    ])

  static let coins = ReportSpecification(
    .coins, "what players may still spend", by: [.product], in: .coins,
    columns: [
      .product,
      Column("coin", "the coin"),
      Column("opening", "what players had at the beginning"),
      Column("granted", "what purchases brought"),
      Column("earned", "what the game gave"),
      Column("takenBack", "what refunds took back"),
      Column("spent", "what was spent"),
      Column("adjusted", "what operators gave, less what they took"),
      Column("erased", "what ended with erased accounts"),
      Column("closing", "what players have at the end"),
      Column("reserved", "the part of `closing` that is reserved"),
      Column("debt", "the part of `closing` that nobody paid, below zero"),
    ])

  static let reconciliation = ReportSpecification(
    .reconciliation,
    """
    the bridge from the ledger's sales and proceeds to those of Apple's report files, which --apple-files \
    imports; with --uncertain, what the files tell of each charge whose rate or days are uncertain; with \
    --subscriptions, the numbers of subscriptions that are not those of the files
    """,
    lists: [
      List(
        option: .uncertain, about: "lists the charges whose rate or days are uncertain",
        columns: uncertainCharges),
      List(
        option: .subscriptions, about: "compares subscriptions with Apple's files",
        columns: subscriptionFindings),
    ], isKept: false,
    columns: [
      Column("step", "a side of the bridge, or the reason of a difference"),
      Column("date", "the Pacific day"), .product, .storefront,
      Column("kind", "sales or refunds"),
      Column("subscription", "new or renewal"),
      Column("unitPrice", "the price of a unit"),
      Column("units", "the units that differ, below zero for refunds"),
      Column("salesCurrency", "the currency of the sales"),
      Column("sales", "the sales"),
      Column("proceedsCurrency", "the currency of the proceeds"),
      Column("proceeds", "the proceeds"),
    ])

  private static let uncertainCharges: [Column] = [
    Column("date", "the Pacific day of the charge"), .transaction, .chain, .account, .product,
    .storefront,
    Column("subscription", "new or renewal"),
    Column("price", "the price"), .currency, .rate, .reason,
    Column("appleRate", "the rate at which Apple paid"),
    Column("finding", "what Apple's files tell of the rate"),
    Column("because", "the reason why they tell nothing"),
  ]

  private static let subscriptionFindings: [Column] = [
    Column("finding", "the result of the comparison"),
    Column("file", "the kind of Apple's file"),
    Column("date", "the Pacific day"), .product, .storefront,
    Column("count", "the subscriptions or events that are counted"),
    Column("ledger", "their number in the ledger"),
    Column("apple", "their number in Apple's files"),
  ]
}
