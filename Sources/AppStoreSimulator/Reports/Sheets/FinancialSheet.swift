/// The rows of the `FINANCIAL` report of all regions, and its totals.
struct FinancialSheet {
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
    let rows = Dictionary(grouping: units) { PricedUnit($0, by: settings) }.map { unit, units in
      SettledUnits(of: unit, units)
    }
    return sheet.lines(rows) + totals(of: rows)
  }

  private func totals(of rows: [SettledUnits]) -> [String] {
    let amounts = Dictionary(grouping: rows, by: \.unit.storefront.currency).sorted {
      $0.key < $1.key
    }.map { currency, rows in
      "Total_Amount\t\(rows.map(\.extendedPartnerShare).reduce(0, +).amountText)\t\(currency)"
    }
    let quantity = rows.map(\.quantity).reduce(0, +)
    return ["Total_Rows\t\(rows.count)"] + amounts + ["Total_Units\t\(quantity)"]
  }

  private var sheet: TabbedSheet<SettledUnits> {
    let (app, start, end) = (app, days.lowerBound.slashed, days.upperBound.slashed)
    return TabbedSheet(columns: [
      ("Start Date", { _ in start }), ("End Date", { _ in end }), ("UPC", { _ in "" }),
      ("ISRC/ISBN", { _ in app.sku }), ("Vendor Identifier", { $0.unit.product }),
      ("Quantity", { String($0.quantity) }), ("Partner Share", { $0.unit.proceeds.amountText }),
      ("Extended Partner Share", { $0.extendedPartnerShare.amountText }),
      ("Partner Share Currency", { $0.unit.storefront.currency }),
      ("Sale or Return", { $0.saleOrReturn }),
      ("Apple Identifier", { ReportNumber.product($0.unit.product) }),
      ("Artist/Show/Developer/Author", { _ in "" }), ("Title", { $0.unit.product }),
      ("Label/Studio/Network/Developer/Publisher", { _ in "" }), ("Grid", { _ in "" }),
      ("Product Type Identifier", { $0.unit.kind.reportCode }),
      ("ISAN/Other Identifier", { _ in "" }),
      ("Country Of Sale", { $0.unit.storefront.alpha2 }), ("Pre-order Flag", { _ in "" }),
      ("Promo Code", { _ in "" }), ("Customer Price", { $0.unit.price.amountText }),
      ("Customer Currency", { $0.unit.storefront.currency }),
    ])
  }
}
