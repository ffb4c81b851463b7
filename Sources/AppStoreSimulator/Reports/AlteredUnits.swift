/// The counted units of all days, into which discrepancies are put one after the other. No product is
/// altered twice in one storefront on one day.
struct AlteredUnits {
  private(set) var units: [ReportedUnits]
  private(set) var alterations: [ReportAlteration] = []
  private let end: PacificDay
  private let settings: AppleReportSettings
  private var altered: Set<Place> = []

  private struct Place: Hashable {
    let day: PacificDay
    let product: String
    let storefront: Storefront

    init(_ units: ReportedUnits) {
      (day, product, storefront) = (units.day, units.product, units.storefront)
    }
  }

  /// A row of a day's `SALES` report, with the places of its units.
  private struct Row {
    let first: ReportedUnits
    let text: String
    let indices: [Int]
  }

  /// - Parameter end: the day before which all rows lie, also after an alteration.
  init(_ units: [ReportedUnits], before end: PacificDay, by settings: AppleReportSettings) {
    self.units = units
    self.end = end
    self.settings = settings
  }

  /// Puts a discrepancy into a row that its seed chooses. Does nothing if no row allows it.
  mutating func apply(_ discrepancy: ReportDiscrepancy) {
    let places = Set(units.map(Place.init))
    let rows = rows.filter { row in
      !altered.contains(Place(row.first)) && allows(discrepancy.kind, row.first, places)
    }
    var chance = Chance(seed: discrepancy.seed)
    guard let row = chance.one(of: rows) else { return }
    let told = alter(row, by: discrepancy.kind, places)
    altered.formUnion([Place(row.first), Place(told)])
    alterations.append(
      ReportAlteration(
        kind: discrepancy.kind, day: row.first.day, product: row.first.product,
        country: told.storefront.country, name: "\(discrepancy.kind.rawValue) of \(row.text)"))
  }

  /// The rows in an order of their own: dictionaries have another one in each process.
  private var rows: [Row] {
    let keys = Dictionary(grouping: units.indices) { index in
      Self.text(of: SalesKey(units[index], by: settings), on: units[index].day)
    }
    return keys.sorted { $0.key < $1.key }.map { text, indices in
      Row(first: units[indices[0]], text: text, indices: indices)
    }
  }

  private static func text(of key: SalesKey, on day: PacificDay) -> String {
    [
      day.text, key.unit.storefront.country, key.unit.product, key.subscription,
      key.unit.price.amountText,
      key.unit.storefront.currency, "with proceeds of", key.unit.proceeds.amountText,
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func allows(
    _ kind: ReportDiscrepancy.Kind, _ units: ReportedUnits, _ places: Set<Place>
  ) -> Bool {
    let isPaid = units.parts.price > 0 && !units.isRefund
    return switch kind {
    case .missingRow, .otherPrice, .otherUnits: isPaid
    case .otherRate, .otherSubscription: isPaid && units.period != nil
    case .extraRow: isPaid && elsewhere(units, places) != nil
    case .refundOnAnotherDay: units.isRefund && units.day.next < end
    case .missingSubscription, .missingEvent: false
    }
  }

  /// Returns one of the units in a storefront that sold none of the product that day; nil if all did.
  private func elsewhere(_ units: ReportedUnits, _ places: Set<Place>) -> ReportedUnits? {
    var other = units
    other.units = 1
    for storefront in Storefront.all {
      other.storefront = storefront
      if places.contains(Place(other)) { continue }
      other.parts = settings.parts(
        of: units.parts.price, in: storefront.country, at: units.day.start,
        isAfterAYear: units.isAfterAYear)
      return other
    }
    return nil
  }

  /// Alters a row and returns one of the units as they are told, or were until the alteration.
  private mutating func alter(
    _ row: Row, by kind: ReportDiscrepancy.Kind, _ places: Set<Place>
  ) -> ReportedUnits {
    switch kind {
    case .missingRow:
      let missing = Set(row.indices)
      units = units.indices.filter { !missing.contains($0) }.map { units[$0] }
      return row.first
    case .extraRow:
      let extra = elsewhere(row.first, places) ?? row.first
      units.append(extra)
      return extra
    case .otherUnits:
      var extra = row.first
      extra.units = 1
      units.append(extra)
      return extra
    case .otherRate:
      for index in row.indices {
        units[index].isAfterAYear.toggle()
        reprice(index, to: units[index].parts.price)
      }
    case .otherSubscription:
      for index in row.indices { units[index].period?.isRenewal.toggle() }
    case .otherPrice:
      for index in row.indices { reprice(index, to: units[index].parts.price + 1_000) }
    case .refundOnAnotherDay:
      for index in row.indices { units[index].day = units[index].day.next }
    case .missingSubscription, .missingEvent: break
    }
    return units[row.indices[0]]
  }

  private mutating func reprice(_ index: Int, to price: Int64) {
    units[index].parts = PriceParts(
      price: price, taxThousandths: units[index].taxThousandths,
      commissionThousandths: units[index].isAfterAYear
        ? settings.commissionThousandthsAfterAYear : settings.commissionThousandths)
  }
}
