/// The rows of the `FINANCE_DETAIL` report of all regions by day, with the lines before and after them.
struct FinanceDetailSheet {
  let app: ReportedApp
  let days: ClosedRange<PacificDay>
  let settings: AppleReportSettings

  init(
    of app: ReportedApp, in days: ClosedRange<PacificDay>, by settings: AppleReportSettings
  ) {
    self.app = app
    self.days = days
    self.settings = settings
  }

  func lines(_ units: [ReportedUnits]) -> [String] {
    let rows = Dictionary(grouping: units) {
      Key(day: $0.day, unit: PricedUnit($0, by: settings))
    }.map { key, units in
      Row(
        day: key.day, settledOn: key.day.advanced(by: settings.settlementDays),
        settled: SettledUnits(of: key.unit, units))
    }
    return head + sheet.lines(rows) + [""] + summary(of: rows.map(\.settled))
  }

  private struct Key: Hashable {
    let day: PacificDay
    let unit: PricedUnit
  }

  private struct Row {
    let day: PacificDay
    let settledOn: PacificDay
    let settled: SettledUnits
  }

  private var head: [String] {
    [
      "Vendor Name\t\(app.sku)", "Start Date\t\(days.lowerBound.slashed)",
      "End Date\t\(days.upperBound.slashed)", "",
    ]
  }

  /// Returns the totals of each country.
  private func summary(of rows: [SettledUnits]) -> [String] {
    let header = "Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share"
    let countries = Dictionary(grouping: rows, by: \.unit.storefront).map { storefront, rows in
      [
        storefront.alpha2, storefront.currency, String(rows.map(\.quantity).reduce(0, +)),
        rows.map(\.extendedPartnerShare).reduce(0, +).amountText,
      ].joined(separator: "\t")
    }
    return [header] + countries.sorted()
  }

  private var sheet: TabbedSheet<Row> {
    let app = app
    return TabbedSheet(columns: [
      ("Transaction Date", { $0.day.slashed }), ("Settlement Date", { $0.settledOn.slashed }),
      ("Apple Identifier", { ReportNumber.product($0.settled.unit.product) }),
      ("SKU", { $0.settled.unit.product }), ("Title", { $0.settled.unit.product }),
      ("Developer Name", { _ in app.sku }),
      ("Product Type Identifier", { $0.settled.unit.kind.reportCode }),
      ("Country of Sale", { $0.settled.unit.storefront.alpha2 }),
      ("Quantity", { String($0.settled.quantity) }),
      ("Partner Share", { $0.settled.unit.proceeds.amountText }),
      ("Extended Partner Share", { $0.settled.extendedPartnerShare.amountText }),
      ("Partner Share Currency", { $0.settled.unit.storefront.currency }),
      ("Customer Price", { $0.settled.unit.price.amountText }),
      ("Customer Currency", { $0.settled.unit.storefront.currency }),
      ("Sale or Return", { $0.settled.saleOrReturn }), ("Promo Code", { _ in "" }),
      ("Order Type", { _ in "" }), ("Region", { $0.settled.unit.storefront.region }),
    ])
  }
}

extension Storefront {
  /// Apple's financial region.
  fileprivate var region: String { currency == "EUR" ? "EU" : alpha2 }
}
