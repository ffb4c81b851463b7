import Ledger
import Postgres

/// The sums of journal entries for each combination of a report's dimensions.
struct JournalSums {
  struct Key: Hashable {
    let product: String?
    let group: String?
    let storefront: String?
    let currency: String
    /// The rate of the commission; nil too if the report is not divided by it.
    var rate: CommissionRate?

    static let columns = ["product", "group", "storefront", "currency"]

    /// The texts of the columns.
    var values: [Report.Value] {
      [.text(product), .text(group), .text(storefront), .text(currency)]
    }
  }

  /// The sums of the entries of one kind.
  struct Sum: Equatable {
    var count: Int64 = 0
    var price: Int128 = 0
    var tax: Int128 = 0
    var commission: Int128 = 0
    var savedByTenure: Int128 = 0
    var lapseCost: Int128 = 0

    static let none = Sum()

    static func += (left: inout Sum, right: Sum) {
      left.count += right.count
      left.price += right.price
      left.tax += right.tax
      left.commission += right.commission
      left.savedByTenure += right.savedByTenure
      left.lapseCost += right.lapseCost
    }
  }

  /// The sums under one key.
  struct Figures {
    private var kinds: [JournalEntry.Kind: Sum] = [:]
    /// The sums of late entries, which are in `kinds` too.
    private var lateKinds: [JournalEntry.Kind: Sum] = [:]

    mutating func add(_ sum: Sum, _ kind: JournalEntry.Kind, isLate: Bool) {
      kinds[kind, default: .none] += sum
      if isLate { lateKinds[kind, default: .none] += sum }
    }

    subscript(kind: JournalEntry.Kind) -> Sum { kinds[kind] ?? .none }

    /// Returns the rest of an amount after everything that was given back.
    func net(_ amount: (Sum) -> Int128) -> Int128 { Self.net(kinds, amount) }

    /// Returns the part of the net amount that late entries add.
    func late(_ amount: (Sum) -> Int128) -> Int128 { Self.net(lateKinds, amount) }

    private static func net(
      _ kinds: [JournalEntry.Kind: Sum], _ amount: (Sum) -> Int128
    ) -> Int128 {
      kinds.reduce(0) { $0 + $1.key.sign * amount($1.value) }
    }

    var isEmpty: Bool { kinds.values.allSatisfy { $0 == .none } }
  }

  private(set) var figures: [Key: Figures] = [:]
  private let dimensions: Set<ReportDimension>
  private let hasRates: Bool

  /// Reads the sums of a time.
  ///
  /// - Parameters:
  ///   - hasRates: true to divide the sums by rate and reason too.
  ///   - places: the chains that are left out.
  init(
    of span: JournalSpan, _ request: ReportRequest, hasRates: Bool = false, in lanes: [Int16],
    without places: [SharedChains.Place], on connection: isolated Connection
  ) throws {
    dimensions = request.dimensions
    self.hasRates = hasRates
    let rows = try connection.query(
      .journalSum, lanes, request.environment.rawValue, request.app.rawValue, span.from, span.to,
      span.lanes, span.lastPositions, span.closingPositions, span.closed?.moment,
      places.map(\.lane), places.map(\.stream), dimensions.contains(.product),
      dimensions.contains(.group), dimensions.contains(.storefront), hasRates)
    for row in rows {
      var columns = ColumnReader(row)
      let key = Key(
        product: try columns.next(), group: try columns.next(), storefront: try columns.next(),
        currency: try columns.next(), rate: try CommissionRate(&columns))
      guard let kind = JournalEntry.Kind(rawValue: try columns.next()) else {
        throw columns.broken("there is no such kind of entry")
      }
      let isLate: Bool = try columns.next()
      let sum = Sum(
        count: try columns.next(), price: try columns.nextSum(), tax: try columns.nextSum(),
        commission: try columns.nextSum(), savedByTenure: try columns.nextSum(),
        lapseCost: try columns.nextSum())
      figures[key, default: Figures()].add(sum, kind, isLate: isLate)
    }
  }

  mutating func add(_ entry: JournalEntry, isLate: Bool) {
    var key = Key(
      entry.productID, entry.subscriptionGroupID, entry.storefront, entry.currency,
      by: dimensions)
    if hasRates { key.rate = entry.rate }
    let amounts = entry.amounts
    let sum = Sum(
      count: Int64(entry.count), price: Int128(amounts.price), tax: Int128(amounts.tax),
      commission: Int128(amounts.commission), savedByTenure: Int128(amounts.savedByTenure),
      lapseCost: Int128(amounts.lapseCost))
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
