/// The rows of the daily `SALES` report: units of one product at one price in one storefront.
struct SalesSheet {
  let app: ReportedApp
  let day: PacificDay
  let settings: AppleReportSettings

  init(of app: ReportedApp, on day: PacificDay, by settings: AppleReportSettings) {
    self.app = app
    self.day = day
    self.settings = settings
  }

  func lines(_ units: [ReportedUnits]) -> [String] {
    let rows = Dictionary(grouping: units) { SalesKey($0, by: settings) }.map { key, units in
      Row(key: key, units: units.map(\.units).reduce(0, +))
    }
    return sheet.lines(rows)
  }

  private struct Row {
    let key: SalesKey
    let units: Int
  }

  private var sheet: TabbedSheet<Row> {
    let (app, date) = (app, day.slashed)
    return TabbedSheet(columns: [
      ("Provider", { _ in "APPLE" }), ("Provider Country", { _ in "US" }),
      ("SKU", { $0.key.unit.product }), ("Developer", { _ in "" }),
      ("Title", { $0.key.unit.product }),
      ("Version", { _ in "" }), ("Product Type Identifier", { $0.key.unit.kind.reportCode }),
      ("Units", { String($0.units) }), ("Developer Proceeds", { $0.key.unit.proceeds.amountText }),
      ("Begin Date", { _ in date }), ("End Date", { _ in date }),
      ("Customer Currency", { $0.key.unit.storefront.currency }),
      ("Country Code", { $0.key.unit.storefront.alpha2 }),
      ("Currency of Proceeds", { $0.key.unit.storefront.currency }),
      ("Apple Identifier", { ReportNumber.product($0.key.unit.product) }),
      ("Customer Price", { $0.key.unit.price.amountText }), ("Promo Code", { _ in "" }),
      ("Parent Identifier", { _ in app.sku }), ("Subscription", { $0.key.subscription }),
      ("Period", { $0.key.period }), ("Category", { _ in "Games" }), ("CMB", { _ in "" }),
      ("Device", { _ in ReportWord.device }), ("Supported Platforms", { _ in "iOS" }),
      ("Proceeds Reason", { ReportWord.reason(isAfterAYear: $0.key.isAfterAYear) }),
      ("Preserved Pricing", { ReportWord.yes($0.key.isPreservedPrice) }), ("Client", { _ in "" }),
      ("Order Type", { _ in "" }),
    ])
  }
}

/// The facts that the units of one row of the `SALES` report share.
struct SalesKey: Hashable, Sendable {
  let unit: PricedUnit
  /// `New` or `Renewal`; blank for another product.
  let subscription: String
  let period: String
  let isAfterAYear: Bool
  let isPreservedPrice: Bool

  init(_ units: ReportedUnits, by settings: AppleReportSettings) {
    unit = PricedUnit(units, by: settings)
    subscription = units.period.map { $0.isRenewal ? "Renewal" : "New" } ?? ""
    period = units.period?.conditions?.duration.reportText ?? ""
    isAfterAYear = units.isAfterAYear
    isPreservedPrice = units.period?.conditions?.isPreservedPrice ?? false
  }
}
