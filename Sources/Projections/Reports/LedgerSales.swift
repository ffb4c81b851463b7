import AppleReports
import Ledger
import Postgres

/// The sales and refunds of the journal, as Apple's sales files divide them.
struct LedgerSales {
  private(set) var sold: [Sold.Key: Sold] = [:]

  /// The facts that items of the journal share.
  private struct Heading: Hashable {
    let day: CivilDate
    let product: String
    let storefront: String?
    let currency: String
    let kind: JournalEntry.Kind
    let isAfterAYear: Bool
    /// Nil for a product that is no subscription.
    let isRenewal: Bool?
  }

  /// Adds the rows of `journal_sold.sql`.
  mutating func add(_ rows: Rows) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let day = CivilDate(daysSince1970: try columns.next())
      let (product, storefront): (String, String?) = (try columns.next(), try columns.next())
      let currency: String = try columns.next()
      guard let kind = JournalEntry.Kind(rawValue: try columns.next()) else {
        throw columns.broken("there is no such kind of entry")
      }
      let heading = Heading(
        day: day, product: product, storefront: storefront, currency: currency, kind: kind,
        isAfterAYear: try columns.next(), isRenewal: try columns.next())
      let unitPrice = try columns.nextSumIfAny()
      let count: Int64 = try columns.next()
      let price = try columns.nextSum()
      let rest = price - (try columns.nextSum()) - (try columns.nextSum())
      add(count, of: unitPrice, price, rest, heading)
    }
  }

  /// Adds the entries of customers whose chains are counted together.
  mutating func add(_ book: SharedBook, of app: BundleID, in span: JournalSpan) {
    var items: [Item: (price: Int128, proceeds: Int128)] = [:]
    for entry in book.entries
    where entry.chain.bundleID == app && span.counts(entry)
      && entry.occurredAt >= span.from && entry.occurredAt < span.to
    {
      let item = Item(entry, isRenewal: book.isRenewal(entry))
      let known = items[item] ?? (0, 0)
      items[item] = (
        known.price + Int128(entry.amounts.price), known.proceeds + Int128(entry.amounts.proceeds)
      )
    }
    for (item, amounts) in items where amounts != (0, 0) {
      let unitPrice = item.isSingleUnit ? amounts.price : nil
      add(1, of: unitPrice, amounts.price, amounts.proceeds, item.heading)
    }
  }

  /// An item of the journal, of which the entries are the changes.
  private struct Item: Hashable {
    let chain: ChainID
    let transactionID: TransactionID
    let occurredAt: Instant
    let isSingleUnit: Bool
    let heading: Heading

    init(_ entry: JournalEntry, isRenewal: Bool?) {
      chain = entry.chain
      transactionID = entry.transactionID
      occurredAt = entry.occurredAt
      isSingleUnit = entry.productType == .autoRenewable || entry.productType == .app
      heading = Heading(
        day: PacificTime.day(of: entry.occurredAt), product: entry.productID.rawValue,
        storefront: entry.storefront, currency: entry.currency, kind: entry.kind,
        isAfterAYear: entry.rate?.reason == .afterAYear, isRenewal: isRenewal)
    }
  }

  /// Adds items of one heading.
  ///
  /// - Parameter unitPrice: nil if the items are no single units.
  private mutating func add(
    _ count: Int64, of unitPrice: Int128?, _ price: Int128, _ proceeds: Int128, _ heading: Heading
  ) {
    let isRefund = heading.kind == .refund || heading.kind == .upgrade
    let key = Sold.Key(
      day: heading.day, product: heading.product, storefront: heading.storefront,
      currency: heading.currency, isRefund: isRefund)
    let sign: Int64 = isRefund ? -1 : 1
    let (price, proceeds) = (Int128(sign) * price, Int128(sign) * proceeds)
    var known = sold[key] ?? Sold()
    known.sales += price
    if heading.isAfterAYear { known.salesAfterAYear += price }
    known.proceeds[heading.currency, default: 0] += proceeds
    known.add(
      SoldUnits(sign * count, proceeds: [heading.currency: proceeds]),
      to: SoldPart(
        subscription: heading.isRenewal.map { $0 ? .renewal : .new }, unitPrice: unitPrice,
        isAfterAYear: heading.isAfterAYear))
    sold[key] = known
  }
}
