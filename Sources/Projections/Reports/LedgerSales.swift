import AppleReports
import Ledger
import Postgres

/// The sales and refunds of the journal, as Apple's sales files divide them.
struct LedgerSales {
  private(set) var sold: [Sold.Key: Sold] = [:]

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
      let isAfterAYear: Bool = try columns.next()
      let price = try columns.nextSum()
      let rest = price - (try columns.nextSum()) - (try columns.nextSum())
      add(price, rest, kind, isAfterAYear, on: day, product, storefront, currency)
    }
  }

  /// Adds the entries of customers whose chains are counted together.
  mutating func add(_ book: SharedBooks.Book, of app: BundleID, in span: JournalSpan) {
    for entry in book.entries
    where book.app(of: entry.chain) == app && span.counts(entry)
      && entry.occurredAt >= span.from && entry.occurredAt < span.to
    {
      let amounts = entry.amounts
      add(
        Int128(amounts.price), Int128(amounts.price - amounts.tax - amounts.commission),
        entry.kind, entry.rate?.reason == .afterAYear,
        on: PacificTime.day(of: entry.occurredAt), entry.productID.rawValue, entry.storefront,
        entry.currency)
    }
  }

  private mutating func add(
    _ price: Int128, _ proceeds: Int128, _ kind: JournalEntry.Kind, _ isAfterAYear: Bool,
    on day: CivilDate, _ product: String, _ storefront: String?, _ currency: String
  ) {
    let isRefund = kind == .refund || kind == .upgrade
    let key = Sold.Key(
      day: day, product: product, storefront: storefront, currency: currency, isRefund: isRefund)
    let sign: Int128 = isRefund ? -1 : 1
    sold[key, default: Sold()].sales += sign * price
    if isAfterAYear { sold[key]?.salesAfterAYear += sign * price }
    sold[key]?.proceeds[currency, default: 0] += sign * proceeds
  }
}
