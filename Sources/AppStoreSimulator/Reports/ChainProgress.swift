/// A chain as far as its events were read.
struct ChainProgress {
  /// A failed charge; the raw value is Apple's word for the time after it.
  enum Failure: String {
    case grace = "Grace Period"
    case retry = "Billing Retry"
  }

  let originalStart: PacificDay
  var latest: Service?
  var failure: Failure?
  /// True once an upgrade has replaced the latest period.
  var isReplaced = false
  var paidPeriods = 0

  init(first service: Service) {
    originalStart = PacificDay(of: service.chargedAt)
  }

  /// Returns the whole days between the end of the chain and a return to it; nil for another period.
  func gap(before service: Service) -> Int? {
    guard let latest, !service.isRenewal, !isReplaced else { return nil }
    return max(0, Int((service.from - latest.until) / Int64(1).days))
  }

  /// Returns Apple's name of the event that begins a period.
  func name(of service: Service) -> String {
    guard let latest else { return Self.start(with: service.conditions?.offer) }
    let change = change(from: latest, to: service)
    if isReplaced { return change ?? "Upgrade" }
    if !service.isRenewal {
      let offer = service.conditions?.offer.map { " to \($0.kind.reportText)" } ?? ""
      return "Reactivate" + (change.map { " with \($0)" } ?? "") + offer
    }
    switch failure {
    case .grace: return change.map { "\($0) from Grace Period" } ?? "Renewals from Grace Period"
    case .retry: return change.map { "\($0) from Billing Retry" } ?? "Renewal from Billing Retry"
    case nil: break
    }
    let wasIntroduced = latest.conditions?.offer?.kind == .introductory
    let isIntroduced = service.conditions?.offer?.kind == .introductory
    if wasIntroduced, !isIntroduced {
      return "\(change ?? "Paid Subscription") from Introductory Offer"
    }
    return change ?? "Renew"
  }

  private func change(from old: Service, to new: Service) -> String? {
    if old.product == new.product { return nil }
    if new.level == old.level { return "Crossgrade" }
    return new.level < old.level ? "Upgrade" : "Downgrade"
  }

  private static func start(with offer: StoreOffer?) -> String {
    offer.map { "Start \($0.kind.reportText)" } ?? "Subscribe"
  }
}

extension StoreOffer.Kind {
  fileprivate var reportText: String {
    switch self {
    case .introductory: "Introductory Offer"
    case .promotional: "Promotional Offer"
    case .offerCode: "Offer Code"
    case .winBack: "Win-Back Offer"
    }
  }
}

extension Service {
  /// True if the period has a price; false for a free period and for a family share.
  var isCharged: Bool { price.map { $0.milliunits > 0 } ?? false }

  /// The state in which the period leaves the subscription, in Apple's words.
  var origin: String {
    conditions?.offer?.kind == .introductory ? "Introductory Offer" : "Paid Subscription"
  }
}
