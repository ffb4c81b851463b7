package import Ledger

/// A row of a `SUBSCRIBER` report: one transaction under a pseudonym of the subscriber.
package struct SubscriberRow: Hashable, Sendable, ProceedsReasonRow {
  /// Apple's pseudonym of a subscriber for one developer. It is no identifier of signed transactions,
  /// and is left out of every printed form.
  package struct SubscriberID: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let rawValue: String

    package var description: String { "subscriber" }
    package var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The number of the line in the decompressed file.
  package let line: Int
  package let eventDate: CivilDate
  package let appAppleID: String
  package let subscriptionName: String
  /// Apple's number of the product. The report has no SKU.
  package let subscriptionAppleID: String
  package let subscriptionGroupID: String
  /// The length of the plan, such as `1 Month`.
  package let durationText: String
  package let offerType: String
  package let offerName: String
  package let promotionalOfferID: String
  /// The price with taxes; nil for a blank cell. Its sign on refunds is not documented.
  package let customerPrice: ExactDecimal?
  package let customerCurrency: String
  /// Nil for a blank cell. Its sign on refunds is not documented.
  package let developerProceeds: ExactDecimal?
  package let proceedsCurrency: String
  package let preservedPricing: ReportMark
  package let proceedsReason: String
  package let client: String
  package let device: String
  /// The country with three letters, as Apple signs it; text that is no known code as it was.
  package let storefront: String
  package let subscriberID: SubscriberID
  /// True if Apple gave the subscriber a pseudonym in place of an earlier one.
  package let subscriberIDReset: ReportMark
  package let refund: ReportMark
  /// The day of the refunded purchase.
  package let purchaseDate: CivilDate?
  /// Negative, or positive with `refund`, for a refund.
  package let units: Int64

  /// True for a row with the mark or with negative units.
  package var isRefund: Bool { refund == .yes || units < 0 }
}

extension SubscriberRow: ReportRow {
  enum Column: String, ReportColumn, CaseIterable {
    case eventDate = "Event Date"
    case appAppleID = "App Apple ID"
    case subscriptionName = "Subscription Name"
    case subscriptionAppleID = "Subscription Apple ID"
    case subscriptionGroupID = "Subscription Group ID"
    case duration = "Standard Subscription Duration"
    case offerType = "Subscription Offer Type"
    case offerName = "Subscription Offer Name"
    case promotionalOfferID = "Promotional Offer ID"
    case customerPrice = "Customer Price"
    case customerCurrency = "Customer Currency"
    case developerProceeds = "Developer Proceeds"
    case proceedsCurrency = "Proceeds Currency"
    case preservedPricing = "Preserved Pricing"
    case proceedsReason = "Proceeds Reason"
    case client = "Client"
    case device = "Device"
    case country = "Country"
    case subscriberID = "Subscriber ID"
    case subscriberIDReset = "Subscriber ID Reset"
    case refund = "Refund"
    case purchaseDate = "Purchase Date"
    case units = "Units"

    static let required: Set<Column> = [
      .eventDate, .appAppleID, .subscriptionAppleID, .customerPrice, .customerCurrency,
      .developerProceeds, .proceedsCurrency, .preservedPricing, .proceedsReason, .country,
      .subscriberID, .refund, .purchaseDate, .units,
    ]
  }

  var days: ClosedRange<CivilDate>? { eventDate...eventDate }

  init(_ cells: RowCells<Column>) throws(AppleReportError) {
    line = cells.line.number
    eventDate = try cells.date(.eventDate)
    appAppleID = cells.text(.appAppleID)
    subscriptionName = cells.text(.subscriptionName)
    subscriptionAppleID = cells.text(.subscriptionAppleID)
    subscriptionGroupID = cells.text(.subscriptionGroupID)
    durationText = cells.text(.duration)
    offerType = cells.text(.offerType)
    offerName = cells.text(.offerName)
    promotionalOfferID = cells.text(.promotionalOfferID)
    customerPrice = try cells.amountIfAny(.customerPrice)
    customerCurrency = cells.text(.customerCurrency)
    developerProceeds = try cells.amountIfAny(.developerProceeds)
    proceedsCurrency = cells.text(.proceedsCurrency)
    preservedPricing = cells.mark(.preservedPricing)
    proceedsReason = cells.text(.proceedsReason)
    client = cells.text(.client)
    device = cells.text(.device)
    storefront = cells.storefront(.country)
    subscriberID = SubscriberID(rawValue: cells.text(.subscriberID))
    subscriberIDReset = cells.mark(.subscriberIDReset)
    refund = cells.mark(.refund)
    purchaseDate = try cells.dateIfAny(.purchaseDate)
    units = try cells.quantity(.units)
  }
}
