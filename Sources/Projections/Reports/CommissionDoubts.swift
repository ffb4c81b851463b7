import Ledger
import Postgres
import Reports

/// The numbers of charges of a time that were corrected, are without a price, or are uncertain, for each
/// combination of a report's dimensions, rates and reasons.
struct CommissionDoubts {
  typealias Key = JournalSums.Key

  struct Counts: Equatable {
    var corrections: Int64 = 0
    var unpriced: Int64 = 0
    var uncertain: Int64 = 0
    var rateUncertain: Int64 = 0

    static func += (left: inout Counts, right: Counts) {
      left.corrections += right.corrections
      left.unpriced += right.unpriced
      left.uncertain += right.uncertain
      left.rateUncertain += right.rateUncertain
    }
  }

  private(set) var counts: [Key: Counts] = [:]
  private let dimensions: Set<ReportDimension>
  private let interval: ReportInterval?

  /// Counts the charges of a time.
  ///
  /// - Parameter places: the chains that are left out.
  init(
    of span: JournalSpan, _ request: ReportRequest, in lanes: [Int16],
    without places: [SharedChains.Place], on connection: isolated Connection
  ) throws {
    dimensions = request.dimensions
    interval = request.interval
    let rows = try connection.query(
      .commissionDoubts, lanes, request.environment.rawValue, request.app.rawValue, span.from,
      span.to, span.lastMoment, places.map(\.lane), places.map(\.stream),
      dimensions.contains(.product), dimensions.contains(.group),
      dimensions.contains(.storefront), interval?.calendar.timeZone)
    for row in rows {
      var columns = ColumnReader(row)
      let day: Int64? = try columns.next()
      let key = Key(
        product: try columns.next(), group: try columns.next(), storefront: try columns.next(),
        currency: try columns.next(), rate: try CommissionRate(&columns),
        date: day.flatMap { interval?.name(of: CivilDate(daysSince1970: $0)) })
      counts[key, default: Counts()] += Counts(
        corrections: try columns.next(), unpriced: try columns.next(),
        uncertain: try columns.next(), rateUncertain: try columns.next())
    }
  }

  /// Adds a line that no later line corrected.
  mutating func add(_ line: CommissionLine, in span: JournalSpan) {
    guard let charge = line.charge, span.from <= charge.chargedAt, charge.chargedAt < span.to
    else { return }
    let added = Counts(
      corrections: line.correction == nil ? 0 : 1, unpriced: charge.price == nil ? 1 : 0,
      uncertain: line.doubt.days ? 1 : 0, rateUncertain: line.doubt.rate ? 1 : 0)
    guard added != Counts() else { return }
    let key = Key(
      product: dimensions.contains(.product) ? charge.productID.rawValue : nil,
      group: dimensions.contains(.group) ? charge.subscriptionGroupID?.rawValue : nil,
      storefront: dimensions.contains(.storefront) ? charge.storefront : nil,
      currency: charge.currency, rate: line.rate, date: interval?.name(at: charge.chargedAt))
    counts[key, default: Counts()] += added
  }
}
