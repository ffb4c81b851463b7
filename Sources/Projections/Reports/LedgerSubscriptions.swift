import AppleReports
import Ledger
import Reports

/// The numbers of the ledger's subscriptions on some Pacific days, as Apple's reports count them.
struct LedgerSubscriptions: Sendable {
  private let request: ReportRequest
  private let shared: SharedState
  private let catalogs: Catalogs
  private let days: [(day: CivilDate, end: Instant)]
  private let moments: Range<Instant>
  private(set) var counts = SubscriptionCounts()

  init(_ request: ReportRequest, _ days: ClosedRange<CivilDate>, _ shared: SharedState) {
    self.request = request
    self.shared = shared
    catalogs = shared.catalogs(of: request.app)
    moments =
      PacificTime.start(of: days.lowerBound)..<PacificTime.moments(of: days.upperBound).upperBound
    self.days = (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).map { number in
      let day = CivilDate(daysSince1970: number)
      return (day, PacificTime.moments(of: day).upperBound)
    }
  }

  mutating func add(_ customer: CustomerRows) {
    let settings = shared.settings(in: request.environment)
    for (history, course) in customer.courses(catalogs, settings: settings) {
      for (day, end) in days {
        guard let counted = CountedSubscription(course, before: end) else { continue }
        let period = counted.period
        counts.add(
          1,
          to: SubscriptionCounts.Key(
            day: day, product: period.productID.rawValue, storefront: period.storefront,
            count: count(counted, in: history)))
      }
      for event in CountedEvent.all(of: course, history) where moments.contains(event.moment) {
        counts.add(
          1,
          to: SubscriptionCounts.Key(
            day: PacificTime.day(of: event.moment), product: event.period.productID.rawValue,
            storefront: event.period.storefront, count: count(event)))
      }
    }
  }

  private func count(_ event: CountedEvent) -> SubscriptionCount {
    switch event.kind {
    case .started: .started
    case .renewed: .renewed
    case .changed: .changed
    case .returnedInTime: .returnedInTime
    case .returnedLate: .returnedLate
    case .canceled: .canceled
    case .enteredRetry: .enteredRetry
    case .refunded: .refunded
    }
  }

  private func count(
    _ counted: CountedSubscription, in history: ServiceHistory
  ) -> SubscriptionCount {
    switch counted.state {
    case .active: isAfterAYear(counted.period, in: history) ? .activeAfterAYear : .active
    case .gracePeriod: .gracePeriod
    case .billingRetry: .billingRetry
    }
  }

  private func isAfterAYear(_ period: ServicePeriod, in history: ServiceHistory) -> Bool {
    guard let charge = period.charge else { return false }
    let rate = Commission.rate(
      of: charge, in: request.app, environment: request.environment,
      serviceBefore: history.serviceBefore(period.transactionID) ?? .zero, shared: shared)
    return rate?.reason == .afterAYear
  }
}
