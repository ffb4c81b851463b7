import Ledger
import Postgres
import Reports

/// The sums of journal entries for each combination of some divisions.
struct JournalSums {
  /// The columns by which sums are told apart. Currencies always are.
  struct Divisions {
    var dimensions: Set<ReportDimension>
    /// True to divide by the rate of the commission and its reason.
    var hasRates = false
    /// True to divide by whether the price is earned over a time.
    var hasDeferral = false
    /// The days or months by which the sums are divided.
    var interval: ReportInterval?

    /// The parameters of the statements that sum.
    var flags: (product: Bool, group: Bool, storefront: Bool, rates: Bool, deferral: Bool) {
      (
        dimensions.contains(.product), dimensions.contains(.group),
        dimensions.contains(.storefront), hasRates, hasDeferral
      )
    }
  }

  struct Key: Hashable {
    let product: String?
    let group: String?
    let storefront: String?
    /// Nil for a purchase without a price.
    let currency: String?
    /// The rate of the commission; nil too if the sums are not divided by it.
    var rate: CommissionRate?
    /// True if the price is earned over a time; nil if the sums are not divided by that.
    var isDeferred: Bool?

    /// The day or the month; nil if the sums are not divided by it.
    var date: String?

    /// The texts of the columns.
    var values: [Report.Value] {
      (date == nil ? [] : [.text(date)])
        + [.text(product), .text(group), .text(storefront), .text(currency)]
    }
  }

  private(set) var figures: [Key: JournalFigures] = [:]
  private let divisions: Divisions

  init(by divisions: Divisions) {
    self.divisions = divisions
  }

  /// Adds the rows of `journal_sum.sql` or `period_totals_read.sql`.
  mutating func add(_ rows: Rows) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let day: Int64? = try columns.next()
      let key = Key(
        product: try columns.next(), group: try columns.next(), storefront: try columns.next(),
        currency: try columns.next(), rate: try CommissionRate(&columns),
        isDeferred: try columns.next(),
        date: day.flatMap { divisions.interval?.name(of: CivilDate(daysSince1970: $0)) })
      guard let kind = JournalEntry.Kind(rawValue: try columns.next()),
        let origin = JournalFigures.Origin(rawValue: try columns.next())
      else { throw columns.broken("there is no such kind or origin of entries") }
      let sum = JournalFigures.Sum(
        count: try columns.next(), price: try columns.nextSum(), tax: try columns.nextSum(),
        commission: try columns.nextSum(), savedByTenure: try columns.nextSum(),
        lapseCost: try columns.nextSum())
      figures[key, default: JournalFigures()].add(sum, kind, origin)
    }
  }

  mutating func add(_ entry: JournalEntry, _ booking: (moment: Instant, isLate: Bool)) {
    var key = Key(
      entry.productID, entry.subscriptionGroupID, entry.storefront, entry.currency,
      by: divisions.dimensions)
    if divisions.hasRates { key.rate = entry.rate }
    if divisions.hasDeferral { key.isDeferred = entry.service != nil }
    key.date = divisions.interval?.name(at: booking.moment)
    let amounts = entry.amounts
    let sum = JournalFigures.Sum(
      count: Int64(entry.count), price: Int128(amounts.price), tax: Int128(amounts.tax),
      commission: Int128(amounts.commission), savedByTenure: Int128(amounts.savedByTenure),
      lapseCost: Int128(amounts.lapseCost))
    figures[key, default: JournalFigures()].add(sum, entry.kind, booking.isLate ? .late : .time)
  }

  /// Adds the sums of the present books less those of the closed periods.
  ///
  /// - Parameters:
  ///   - moment: the moment at which the difference is booked.
  ///   - origin: the reason of the difference.
  mutating func add(
    present: JournalSums, less closed: JournalSums, at moment: Instant,
    _ origin: JournalFigures.Origin
  ) {
    for (sums, isClosed) in [(present, false), (closed, true)] {
      for (key, figures) in sums.figures {
        var key = key
        key.date = divisions.interval?.name(at: moment)
        for (place, sum) in figures.sums {
          self.figures[key, default: JournalFigures()].add(
            isClosed ? -sum : sum, place.kind, origin)
        }
      }
    }
  }

  /// Returns a row for each key, in the order of their texts; without keys of which only other figures
  /// than these were changed by the rules.
  func rows(_ values: (JournalFigures) -> [Report.Value]) -> [[Report.Value]] {
    figures.compactMap { key, figures in
      let values = values(figures)
      let isShown = figures.hasEntries || !values.allSatisfy(\.isZero)
      return isShown ? key.values + values : nil
    }.sorted { $0.sortKey < $1.sortKey }
  }
}

extension JournalSums.Key {
  /// Creates the key of an amount, without the dimensions that are not asked for.
  init(
    _ product: ProductID, _ group: SubscriptionGroupID?, _ storefront: String?,
    _ currency: String, by dimensions: Set<ReportDimension>
  ) {
    self.init(
      product: dimensions.contains(.product) ? product.rawValue : nil,
      group: dimensions.contains(.group) ? group?.rawValue : nil,
      storefront: dimensions.contains(.storefront) ? storefront : nil, currency: currency)
  }
}
