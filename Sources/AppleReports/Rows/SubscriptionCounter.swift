/// A number of subscriptions that a `SUBSCRIPTION` report counts.
package enum SubscriptionCounter: Hashable, Sendable {
  package enum Payment: String, CaseIterable, Sendable {
    case freeTrial = "free trial"
    case payUpFront = "pay up front"
    case payAsYouGo = "pay as you go"
  }

  package enum Offer: String, CaseIterable, Sendable {
    case introductory = "introductory"
    case promotional = "promotional"
    case offerCode = "offer code"
    case winBack = "win back"
  }

  /// Active subscriptions at the standard price.
  case standardPrice
  /// Active subscriptions in an offer.
  case offer(Offer, Payment)
  /// Subscriptions in bonus time for consent to marketing.
  case marketingOptIn
  case billingRetry
  case gracePeriod
  /// Subscribers, which Apple tells only if there are more than three.
  case subscribers

  static let all: [SubscriptionCounter] =
    [.standardPrice, .marketingOptIn, .billingRetry, .gracePeriod, .subscribers]
    + Offer.allCases.flatMap { offer in Payment.allCases.map { .offer(offer, $0) } }

  /// The name in errors.
  var name: String {
    switch self {
    case .standardPrice: "Active Standard Price Subscriptions"
    case .offer(let offer, let payment): "\(payment.rawValue) \(offer.rawValue)"
    case .marketingOptIn: "Marketing Opt-Ins"
    case .billingRetry: "Billing Retry"
    case .gracePeriod: "Grace Period"
    case .subscribers: "Subscribers"
    }
  }

  /// Recognizes a heading by its key words, since the spelling varies between versions.
  func accepts(_ heading: Heading) -> Bool {
    switch self {
    case .standardPrice: heading.contains("standard price")
    case .offer(let offer, let payment):
      heading.contains(offer.rawValue) && heading.contains(payment.rawValue)
    case .marketingOptIn: heading.contains("marketing opt ins")
    case .billingRetry: heading.words == "billing retry"
    case .gracePeriod: heading.words == "grace period" || heading.words == "billing grace period"
    case .subscribers: heading.words.hasPrefix("subscribers")
    }
  }
}
