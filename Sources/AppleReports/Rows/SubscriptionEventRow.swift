package import Ledger

/// A row of a `SUBSCRIPTION_EVENT` report: a number of equal events of one day.
package struct SubscriptionEventRow: Hashable, Sendable, ProceedsReasonRow {
  /// The number of the line in the decompressed file.
  package let line: Int
  package let eventDate: CivilDate
  /// The event by Apple's name, such as `Renew`. An open set, whose spelling varies; see `isEvent`.
  package let event: String
  package let appAppleID: String
  package let subscriptionName: String
  /// Apple's number of the product. The report has no SKU.
  package let subscriptionAppleID: String
  package let subscriptionGroupID: String
  /// The length of the plan, such as `1 Month`.
  package let durationText: String
  package let offerType: String
  package let offerDuration: String
  package let offerName: String
  package let promotionalOfferID: String
  package let preservedPricing: ReportMark
  package let proceedsReason: String
  /// The paid periods in a row without cancellation.
  package let consecutivePaidPeriods: Int64?
  /// The day of the first purchase of the chain.
  package let originalStartDate: CivilDate?
  package let device: String
  package let client: String
  /// The part of the country, where Apple tells it.
  package let state: String
  /// The country with three letters, as Apple signs it; text that is no known code as it was.
  package let storefront: String
  package let previousSubscriptionName: String
  package let previousSubscriptionAppleID: String
  /// The days from the start to the cancellation by the customer.
  package let daysBeforeCanceling: Int64?
  package let cancellationReason: String
  /// The days since the end of the subscription that is reactivated.
  package let daysCanceled: Int64?
  /// The number of events.
  package let quantity: Int64
  /// The days of paid service that were carried over when the subscriber returned.
  package let paidServiceDaysRecovered: Int64?
}

extension SubscriptionEventRow: ReportRow {
  enum Column: String, ReportColumn, CaseIterable {
    case eventDate = "Event Date"
    case event = "Event"
    case appAppleID = "App Apple ID"
    case subscriptionName = "Subscription Name"
    case subscriptionAppleID = "Subscription Apple ID"
    case subscriptionGroupID = "Subscription Group ID"
    case duration = "Standard Subscription Duration"
    case offerType = "Subscription Offer Type"
    case offerDuration = "Subscription Offer Duration"
    case offerName = "Subscription Offer Name"
    case promotionalOfferID = "Promotional Offer ID"
    case preservedPricing = "Preserved Pricing"
    case proceedsReason = "Proceeds Reason"
    case consecutivePaidPeriods = "Consecutive Paid Periods"
    case originalStartDate = "Original Start Date"
    case device = "Device"
    case client = "Client"
    case state = "State"
    case country = "Country"
    case previousSubscriptionName = "Previous Subscription Name"
    case previousSubscriptionAppleID = "Previous Subscription Apple ID"
    case daysBeforeCanceling = "Days Before Canceling"
    case cancellationReason = "Cancellation Reason"
    case daysCanceled = "Days Canceled"
    case quantity = "Quantity"
    case paidServiceDaysRecovered = "Paid Service Days Recovered"

    static let required: Set<Column> = [
      .eventDate, .event, .appAppleID, .subscriptionAppleID, .preservedPricing, .proceedsReason,
      .consecutivePaidPeriods, .originalStartDate, .country, .quantity,
    ]
  }

  var days: ClosedRange<CivilDate>? { eventDate...eventDate }

  init(_ cells: RowCells<Column>) throws(AppleReportError) {
    line = cells.line.number
    eventDate = try cells.date(.eventDate)
    event = cells.text(.event)
    appAppleID = cells.text(.appAppleID)
    subscriptionName = cells.text(.subscriptionName)
    subscriptionAppleID = cells.text(.subscriptionAppleID)
    subscriptionGroupID = cells.text(.subscriptionGroupID)
    durationText = cells.text(.duration)
    offerType = cells.text(.offerType)
    offerDuration = cells.text(.offerDuration)
    offerName = cells.text(.offerName)
    promotionalOfferID = cells.text(.promotionalOfferID)
    preservedPricing = cells.mark(.preservedPricing)
    proceedsReason = cells.text(.proceedsReason)
    consecutivePaidPeriods = try cells.quantityIfAny(.consecutivePaidPeriods)
    originalStartDate = try cells.dateIfAny(.originalStartDate)
    device = cells.text(.device)
    client = cells.text(.client)
    state = cells.text(.state)
    storefront = cells.storefront(.country)
    previousSubscriptionName = cells.text(.previousSubscriptionName)
    previousSubscriptionAppleID = cells.text(.previousSubscriptionAppleID)
    daysBeforeCanceling = try cells.quantityIfAny(.daysBeforeCanceling)
    cancellationReason = cells.text(.cancellationReason)
    daysCanceled = try cells.quantityIfAny(.daysCanceled)
    quantity = try cells.quantity(.quantity)
    paidServiceDaysRecovered = try cells.quantityIfAny(.paidServiceDaysRecovered)
  }
}
