/// The rows of the daily `SUBSCRIPTION_EVENT` report: numbers of equal events.
struct SubscriptionEventSheet {
  let app: ReportedApp

  init(of app: ReportedApp) {
    self.app = app
  }

  func lines(_ events: [SubscriptionEvent]) -> [String] {
    sheet.lines(
      Dictionary(grouping: events) { $0 }.map { Row(event: $0, quantity: $1.count) })
  }

  private struct Row {
    let event: SubscriptionEvent
    let quantity: Int

    var offer: StoreOffer? { event.conditions?.offer }
  }

  private var sheet: TabbedSheet<Row> {
    let app = app
    return TabbedSheet(columns: [
      ("Event Date", { $0.event.day.text }), ("Event", { $0.event.name }),
      ("App Name", { _ in app.sku }), ("App Apple ID", { _ in app.appleID }),
      ("Subscription Name", { $0.event.product }),
      ("Subscription Apple ID", { ReportNumber.product($0.event.product) }),
      ("Subscription Group ID", { $0.event.group }),
      ("Standard Subscription Duration", { $0.event.conditions?.duration.reportText ?? "" }),
      ("Subscription Offer Type", { $0.offer?.mode.reportText ?? "" }),
      ("Subscription Offer Duration", { $0.offer?.wholePeriod.reportText ?? "" }),
      ("Marketing Opt-In", { _ in "" }), ("Marketing Opt-In Duration", { _ in "" }),
      ("Preserved Pricing", { ReportWord.yes($0.event.conditions?.isPreservedPrice ?? false) }),
      ("Proceeds Reason", { ReportWord.reason(isAfterAYear: $0.event.isAfterAYear) }),
      ("Subscription Offer Name", { $0.offer?.id ?? "" }),
      (
        "Promotional Offer ID", { $0.offer.flatMap { $0.kind == .promotional ? $0.id : nil } ?? "" }
      ),
      ("Consecutive Paid Periods", { String($0.event.paidPeriods) }),
      ("Original Start Date", { $0.event.originalStart.text }),
      ("Device", { _ in ReportWord.device }), ("Client", { _ in "" }), ("State", { _ in "" }),
      ("Country", { $0.event.storefront.alpha2 }),
      ("Previous Subscription Name", { $0.event.previousProduct }),
      (
        "Previous Subscription Apple ID",
        { $0.event.previousProduct.isEmpty ? "" : ReportNumber.product($0.event.previousProduct) }
      ), ("Days Before Canceling", { _ in "" }),
      ("Cancellation Reason", { $0.event.cancellationReason }),
      ("Days Canceled", { $0.event.daysCanceled.map(String.init) ?? "" }),
      ("Quantity", { String($0.quantity) }),
      ("Paid Service Days Recovered", { $0.event.daysRecovered.map(String.init) ?? "" }),
    ])
  }
}
