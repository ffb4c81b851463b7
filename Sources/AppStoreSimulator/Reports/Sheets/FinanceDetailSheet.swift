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
      Key(day: $0.day, settled: SettledKey($0, by: settings))
    }.map { key, units in
      Row(
        key: key.settled, day: key.day, settledOn: key.day.advanced(by: settings.settlementDays),
        quantity: Int64(units.map(\.units).reduce(0, +)))
    }
    return head + sheet.lines(rows) + [""] + summary(of: rows)
  }

  private struct Key: Hashable {
    let day: PacificDay
    let settled: SettledKey
  }

  private struct Row {
    let key: SettledKey
    let day: PacificDay
    let settledOn: PacificDay
    let quantity: Int64

    var extendedPartnerShare: Int64 { quantity * key.partnerShare }
  }

  private var head: [String] {
    [
      "Vendor Name\t\(app.sku)", "Start Date\t\(days.lowerBound.slashed)",
      "End Date\t\(days.upperBound.slashed)", "",
    ]
  }

  /// Returns the totals of each country.
  private func summary(of rows: [Row]) -> [String] {
    let header = "Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share"
    let countries = Dictionary(grouping: rows, by: \.key.storefront).map { storefront, rows in
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
      ("Apple Identifier", { ReportNumber.product($0.key.product) }),
      ("SKU", { $0.key.product }), ("Title", { $0.key.product }),
      ("Developer Name", { _ in app.sku }),
      ("Product Type Identifier", { $0.key.kind.reportCode }),
      ("Country of Sale", { $0.key.storefront.alpha2 }), ("Quantity", { String($0.quantity) }),
      ("Partner Share", { $0.key.partnerShare.amountText }),
      ("Extended Partner Share", { $0.extendedPartnerShare.amountText }),
      ("Partner Share Currency", { $0.key.storefront.currency }),
      ("Customer Price", { $0.key.price.amountText }),
      ("Customer Currency", { $0.key.storefront.currency }),
      ("Sale or Return", { $0.key.saleOrReturn }), ("Promo Code", { _ in "" }),
      ("Order Type", { _ in "" }), ("Region", { $0.key.storefront.region }),
    ])
  }
}

extension Storefront {
  /// Apple's financial region.
  fileprivate var region: String { currency == "EUR" ? "EU" : alpha2 }
}
