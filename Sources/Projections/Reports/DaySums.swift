import Ledger
import Postgres

/// The sums of journal entries for each day, kind, product, storefront and currency.
struct DaySums {
  struct Key: Hashable {
    /// As 2026-10-31.
    let day: String
    let kind: JournalEntry.Kind
    let product: String
    let storefront: String?
    let currency: String
    let isDeferred: Bool
  }

  private struct Sum {
    var price: Int128 = 0
    var tax: Int128 = 0
    var commission: Int128 = 0
  }

  private var sums: [Key: Sum] = [:]

  mutating func add(_ rows: Rows) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let day: String = try columns.next()
      guard let kind = JournalEntry.Kind(rawValue: try columns.next()) else {
        throw columns.broken("there is no such kind of entry")
      }
      let key = Key(
        day: day, kind: kind, product: try columns.next(), storefront: try columns.next(),
        currency: try columns.next(), isDeferred: try columns.next())
      add(try columns.nextSum(), try columns.nextSum(), try columns.nextSum(), to: key)
    }
  }

  mutating func add(_ entry: JournalEntry, on day: String) {
    let key = Key(
      day: day, kind: entry.kind, product: entry.productID.rawValue,
      storefront: entry.storefront, currency: entry.currency, isDeferred: entry.service != nil)
    let amounts = entry.amounts
    add(Int128(amounts.price), Int128(amounts.tax), Int128(amounts.commission), to: key)
  }

  private mutating func add(
    _ price: Int128, _ tax: Int128, _ commission: Int128, to key: Key
  ) {
    sums[key, default: Sum()].price += price
    sums[key]?.tax += tax
    sums[key]?.commission += commission
  }

  /// The postings under each key, without empty ones.
  var postings: [(key: Key, postings: [JournalPosting])] {
    sums.map { key, sum in
      let postings = JournalPosting.postings(
        of: key.kind, price: sum.price, tax: sum.tax, commission: sum.commission,
        isDeferred: key.isDeferred)
      return (key, postings)
    }
  }
}
