/// The rows of the daily `SUBSCRIBER` report: one for each transaction of a subscription.
struct SubscriberSheet {
  let app: ReportedApp
  let settings: AppleReportSettings

  init(of app: ReportedApp, by settings: AppleReportSettings) {
    self.app = app
    self.settings = settings
  }

  func lines(_ units: [ReportedUnits]) -> [String] {
    sheet.lines(
      units.compactMap { units in units.period.map { Row(units: units, period: $0) } })
  }

  private struct Row {
    let units: ReportedUnits
    let period: ReportedUnits.Period

    var offer: StoreOffer? { period.conditions?.offer }
  }

  private var sheet: TabbedSheet<Row> {
    let (app, settings) = (app, settings)
    return TabbedSheet(columns: [
      ("Event Date", { $0.units.day.text }), ("App Name", { _ in app.sku }),
      ("App Apple ID", { _ in app.appleID }), ("Subscription Name", { $0.units.product }),
      ("Subscription Apple ID", { ReportNumber.product($0.units.product) }),
      ("Subscription Group ID", { $0.period.group }),
      ("Standard Subscription Duration", { $0.period.conditions?.duration.reportText ?? "" }),
      ("Subscription Offer Name", { $0.offer?.id ?? "" }),
      (
        "Promotional Offer ID", { $0.offer.flatMap { $0.kind == .promotional ? $0.id : nil } ?? "" }
      ),
      ("Subscription Offer Type", { $0.offer?.mode.reportText ?? "" }),
      ("Subscription Offer Duration", { $0.offer?.wholePeriod.reportText ?? "" }),
      ("Marketing Opt-In Duration", { _ in "" }),
      ("Customer Price", { $0.units.signedPrice.amountText }),
      ("Customer Currency", { $0.units.storefront.currency }),
      ("Developer Proceeds", { settings.rounded($0.units.parts.proceeds).amountText }),
      ("Proceeds Currency", { $0.units.storefront.currency }),
      ("Preserved Pricing", { ReportWord.yes($0.period.conditions?.isPreservedPrice ?? false) }),
      ("Proceeds Reason", { ReportWord.reason(isAfterAYear: $0.units.isAfterAYear) }),
      ("Client", { _ in "" }), ("Device", { _ in ReportWord.device }),
      ("Country", { $0.units.storefront.alpha2 }), ("Subscriber ID", { $0.units.subscriberID }),
      ("Subscriber ID Reset", { _ in "" }), ("Refund", { ReportWord.yes($0.units.isRefund) }),
      ("Purchase Date", { $0.units.purchaseDay.text }), ("Units", { String($0.units.units) }),
    ])
  }
}
