import Ledger
import Postgres

/// The sums of journal entries for each combination of a report's dimensions.
struct JournalSums {
  struct Key: Hashable {
    let product: String?
    let group: String?
    let storefront: String?
    let currency: String

    static let columns = ["product", "group", "storefront", "currency"]

    /// The texts of the columns.
    var values: [Report.Value] {
      [.text(product), .text(group), .text(storefront), .text(currency)]
    }
  }

  /// The sums of the entries of one kind.
  struct Sum {
    var count: Int64 = 0
    var price: Int128 = 0
    var tax: Int128 = 0
    var commission: Int128 = 0

    static let none = Sum()

    static func += (left: inout Sum, right: Sum) {
      left.count += right.count
      left.price += right.price
      left.tax += right.tax
      left.commission += right.commission
    }
  }

  /// The sums under one key.
  struct Figures {
    private var kinds: [JournalEntry.Kind: Sum] = [:]
    /// The part of the net price that late entries of all kinds add.
    private(set) var late: Int128 = 0

    mutating func add(_ sum: Sum, _ kind: JournalEntry.Kind, isLate: Bool) {
      kinds[kind, default: .none] += sum
      if isLate { late += kind.sign * sum.price }
    }

    subscript(kind: JournalEntry.Kind) -> Sum { kinds[kind] ?? .none }

    /// Returns the rest of an amount after everything that was given back.
    func net(_ amount: (Sum) -> Int128) -> Int128 {
      kinds.reduce(0) { $0 + $1.key.sign * amount($1.value) }
    }

    var isEmpty: Bool {
      late == 0
        && kinds.values.allSatisfy {
          $0.count == 0 && $0.price == 0 && $0.tax == 0 && $0.commission == 0
        }
    }
  }

  private var figures: [Key: Figures] = [:]

  mutating func add(_ rows: Rows) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let key = Key(
        product: try columns.next(), group: try columns.next(), storefront: try columns.next(),
        currency: try columns.next())
      guard let kind = JournalEntry.Kind(rawValue: try columns.next()) else {
        throw columns.broken("there is no such kind of entry")
      }
      let isLate: Bool = try columns.next()
      let sum = Sum(
        count: try columns.next(), price: try columns.nextSum(), tax: try columns.nextSum(),
        commission: try columns.nextSum())
      figures[key, default: Figures()].add(sum, kind, isLate: isLate)
    }
  }

  mutating func add(_ entry: JournalEntry, isLate: Bool, by dimensions: Set<ReportDimension>) {
    let key = Key(
      entry.productID, entry.subscriptionGroupID, entry.storefront, entry.currency,
      by: dimensions)
    let sum = Sum(
      count: Int64(entry.count), price: Int128(entry.amounts.price),
      tax: Int128(entry.amounts.tax), commission: Int128(entry.amounts.commission))
    figures[key, default: Figures()].add(sum, entry.kind, isLate: isLate)
  }

  /// Returns a row for each key that is not empty, in the order of their texts.
  func rows(_ values: (Figures) -> [Report.Value]) -> [[Report.Value]] {
    figures.filter { !$0.value.isEmpty }
      .map { key, figures in
        key.values + values(figures)
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

extension JournalEntry.Kind {
  /// 1 for what the customer paid, -1 for what was given back.
  var sign: Int128 { isAdded ? 1 : -1 }
}
