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
    let rows = Dictionary(grouping: units) { SettledKey($0, by: settings) }.map { key, units in
      Row(key: key, quantity: Int64(units.map(\.units).reduce(0, +)))
    }
    return sheet.lines(rows) + totals(of: rows)
  }

  private struct Row {
    let key: SettledKey
    let quantity: Int64

    var extendedPartnerShare: Int64 { quantity * key.partnerShare }
  }

  private func totals(of rows: [Row]) -> [String] {
    let amounts = Dictionary(grouping: rows, by: \.key.storefront.currency).sorted {
      $0.key < $1.key
    }.map { currency, rows in
      "Total_Amount\t\(rows.map(\.extendedPartnerShare).reduce(0, +).amountText)\t\(currency)"
    }
    let quantity = rows.map(\.quantity).reduce(0, +)
    return ["Total_Rows\t\(rows.count)"] + amounts + ["Total_Units\t\(quantity)"]
  }

  private var sheet: TabbedSheet<Row> {
    let (app, start, end) = (app, days.lowerBound.slashed, days.upperBound.slashed)
    return TabbedSheet(columns: [
      ("Start Date", { _ in start }), ("End Date", { _ in end }), ("UPC", { _ in "" }),
      ("ISRC/ISBN", { _ in app.sku }), ("Vendor Identifier", { $0.key.product }),
      ("Quantity", { String($0.quantity) }), ("Partner Share", { $0.key.partnerShare.amountText }),
      ("Extended Partner Share", { $0.extendedPartnerShare.amountText }),
      ("Partner Share Currency", { $0.key.storefront.currency }),
      ("Sale or Return", { $0.key.saleOrReturn }),
      ("Apple Identifier", { ReportNumber.product($0.key.product) }),
      ("Artist/Show/Developer/Author", { _ in "" }), ("Title", { $0.key.product }),
      ("Label/Studio/Network/Developer/Publisher", { _ in "" }), ("Grid", { _ in "" }),
      ("Product Type Identifier", { $0.key.kind.reportCode }),
      ("ISAN/Other Identifier", { _ in "" }),
      ("Country Of Sale", { $0.key.storefront.alpha2 }), ("Pre-order Flag", { _ in "" }),
      ("Promo Code", { _ in "" }), ("Customer Price", { $0.key.price.amountText }),
      ("Customer Currency", { $0.key.storefront.currency }),
    ])
  }
}
