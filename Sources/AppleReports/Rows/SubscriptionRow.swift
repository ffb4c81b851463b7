import Ledger

/// A row of a `SUBSCRIPTION` report: the active subscriptions at the end of a day, which share product,
/// price, rate and storefront.
///
/// The file names no day.
package struct SubscriptionRow: Hashable, Sendable, ProceedsReasonRow {
  /// The number of the line in the decompressed file.
  package let line: Int
  package let appAppleID: String
  package let subscriptionName: String
  /// Apple's number of the product. The report has no SKU.
  package let subscriptionAppleID: String
  package let subscriptionGroupID: String
  /// The length of the plan, such as `1 Month`.
  package let durationText: String
  package let offerName: String
  package let promotionalOfferID: String
  /// Nil for a blank cell.
  package let customerPrice: ExactDecimal?
  package let customerCurrency: String
  /// The proceeds of one renewal; nil for a blank cell.
  package let developerProceeds: ExactDecimal?
  package let proceedsCurrency: String
  package let preservedPricing: ReportMark
  package let proceedsReason: String
  package let client: String
  package let device: String
  /// The part of the country, where Apple tells it.
  package let state: String
  /// The country with three letters, as Apple signs it; text that is no known code as it was.
  package let storefront: String
  /// The counters that the row states. A blank cell states none.
  package let counts: [SubscriptionCounter: Int64]
}

extension SubscriptionRow: ReportRow {
  enum Column: ReportColumn {
    enum Fact: String, CaseIterable {
      case appAppleID = "App Apple ID"
      case subscriptionName = "Subscription Name"
      case subscriptionAppleID = "Subscription Apple ID"
      case subscriptionGroupID = "Subscription Group ID"
      case duration = "Standard Subscription Duration"
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
      case state = "State"
      case country = "Country"
    }

    case fact(Fact)
    case counter(SubscriptionCounter)

    static let all = Fact.allCases.map(fact) + SubscriptionCounter.all.map(counter)

    static let required: Set<Column> = [
      .fact(.appAppleID), .fact(.subscriptionAppleID), .fact(.customerPrice),
      .fact(.customerCurrency), .fact(.developerProceeds), .fact(.proceedsCurrency),
      .fact(.preservedPricing), .fact(.proceedsReason), .fact(.country), .counter(.standardPrice),
    ]

    var headings: [String] {
      switch self {
      case .fact(let fact): [fact.rawValue]
      case .counter(let counter): [counter.name]
      }
    }

    func accepts(_ heading: Heading) -> Bool {
      switch self {
      case .fact: false
      case .counter(let counter): counter.accepts(heading)
      }
    }
  }

  var days: ClosedRange<CivilDate>? { nil }

  init(_ cells: RowCells<Column>) throws(AppleReportError) {
    line = cells.line.number
    appAppleID = cells.text(.fact(.appAppleID))
    subscriptionName = cells.text(.fact(.subscriptionName))
    subscriptionAppleID = cells.text(.fact(.subscriptionAppleID))
    subscriptionGroupID = cells.text(.fact(.subscriptionGroupID))
    durationText = cells.text(.fact(.duration))
    offerName = cells.text(.fact(.offerName))
    promotionalOfferID = cells.text(.fact(.promotionalOfferID))
    customerPrice = try cells.amountIfAny(.fact(.customerPrice))
    customerCurrency = cells.text(.fact(.customerCurrency))
    developerProceeds = try cells.amountIfAny(.fact(.developerProceeds))
    proceedsCurrency = cells.text(.fact(.proceedsCurrency))
    preservedPricing = cells.mark(.fact(.preservedPricing))
    proceedsReason = cells.text(.fact(.proceedsReason))
    client = cells.text(.fact(.client))
    device = cells.text(.fact(.device))
    state = cells.text(.fact(.state))
    storefront = cells.storefront(.fact(.country))
    var counts: [SubscriptionCounter: Int64] = [:]
    for counter in SubscriptionCounter.all {
      counts[counter] = try cells.quantityIfAny(.counter(counter))
    }
    self.counts = counts
  }
}
