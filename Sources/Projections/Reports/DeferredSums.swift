import Ledger

/// The deferred revenue of a time for each combination of a report's dimensions: what was owed at its
/// beginning, what was added, earned and given back, and what was owed at its end.
struct DeferredSums {
  static let columns = ["opening", "billed", "recognized", "refunded", "closing"]

  private struct Sum {
    var opening: Int128 = 0
    var billed: Int128 = 0
    var recognized: Int128 = 0
    var refunded: Int128 = 0
    var closing: Int128 = 0

    var values: [Report.Value] {
      [opening, billed, recognized, refunded, closing].map { .money($0) }
    }

    var isEmpty: Bool { opening == 0 && billed == 0 && closing == 0 }
  }

  let from: Instant
  /// The first moment after the time.
  let to: Instant
  let dimensions: Set<ReportDimension>
  private var sums: [JournalSums.Key: Sum] = [:]

  init(from: Instant, to: Instant, by dimensions: Set<ReportDimension>) {
    self.from = from
    self.to = to
    self.dimensions = dimensions
  }

  mutating func add(_ price: DeferredPrice) {
    let (before, after) = (price.opening(at: from), price.closing(at: to))
    let heading = price.heading
    let key = JournalSums.Key(
      heading.productID, heading.subscriptionGroupID, heading.storefront, heading.currency,
      by: dimensions)
    var sum = sums[key] ?? Sum()
    sum.opening += Int128(before.deferred)
    sum.billed += Int128(after.billed - before.billed)
    sum.recognized += Int128(after.recognized - before.recognized)
    sum.refunded += Int128(after.refunded - before.refunded)
    sum.closing += Int128(after.deferred)
    sums[key] = sum
  }

  /// The postings by which each price was earned or given back before it was earned.
  var postings: [(key: JournalSums.Key, postings: [JournalPosting])] {
    sums.map { key, sum in
      (key, JournalPosting.postings(recognizing: sum.recognized, refunding: sum.refunded))
    }
  }

  /// The rows of the report, in the order of their texts.
  var rows: [[Report.Value]] {
    sums.filter { !$0.value.isEmpty }
      .map { key, sum in
        key.values + sum.values
      }.sorted { $0.sortKey < $1.sortKey }
  }
}
