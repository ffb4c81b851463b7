/// The grace periods that Apple dated for one chain, and the moments at which Apple asserted that
/// none follows a period's end.
///
/// Only sources of trust 1 and 2 are kept, because a grace period counts in days of service and in
/// reports.
package struct GraceHistory: Hashable, Sendable, Codable {
  static let trustMin: Trust = .receipt
  /// The time before the end from which an assertion about grace after it counts. Charging begins a
  /// day before the end.
  static let foreknownMax: Duration = .seconds(86_400)

  /// The periods, ordered by the renewal date that they follow (an unknown one first), then by
  /// their own end.
  package private(set) var periods: [GracePeriod] = []
  /// The denials of a grace period, ordered by the renewal date that they concern, an unknown one
  /// first.
  private var denials: [Denials] = []

  private struct Denials: Hashable, Sendable, Codable {
    let renewalDate: Instant?
    var moments: Moments
  }

  package init(_ fact: RenewalFact, by event: EventID) {
    guard fact.assertion.trust >= Self.trustMin else { return }
    let renewalDate = fact.plan.renewalDate
    let said = fact.assertion.assertedAt
    switch fact.gracePeriod(by: event) {
    case .silent: break
    case .present(let period): periods = [period]
    case .absent where Self.canSpeak(of: renewalDate, at: said):
      denials = [Denials(renewalDate: renewalDate, moments: Moments(said))]
    case .absent: break
    }
  }

  package mutating func merge(_ other: GraceHistory) {
    if !other.periods.isEmpty {
      let known = Dictionary(
        (periods + other.periods).map { ($0.key, $0) },
        uniquingKeysWith: { $0.merged(with: $1) })
      periods = known.values.sorted { $0.order < $1.order }
    }
    if !other.denials.isEmpty {
      let known = Dictionary(
        (denials + other.denials).map { ($0.renewalDate, $0.moments) },
        uniquingKeysWith: { $0.merging($1) })
      denials = known.map(Denials.init).sorted { $0.renewalDate.orPast < $1.renewalDate.orPast }
    }
  }

  /// Returns the moment at which Apple first contradicted this period after last asserting it; nil
  /// if Apple never did.
  ///
  /// - Parameter end: the renewal date to assume if Apple named none.
  package func withdrawal(of period: GracePeriod, after end: Instant) -> Instant? {
    let ends = [period.renewalDate, period.renewalDate ?? end]
    let denied = denials.filter { ends.contains($0.renewalDate) }
      .compactMap { $0.moments.first(after: period.lastAssertedAt) }
    let changed = periods.filter { $0.renewalDate == period.renewalDate }
      .map(\.given.assertedAt).filter { $0 > period.lastAssertedAt }
    return (denied + changed).min()
  }

  private static func canSpeak(of renewalDate: Instant?, at said: Instant) -> Bool {
    guard let renewalDate else { return true }
    return renewalDate - said <= foreknownMax
      && said - renewalDate < BillingRetry.commitmentDurationMax
  }
}

extension RenewalFact {
  /// Returns the asserted grace period. There is none once Apple no longer tries to collect, even
  /// if the date is repeated; but the status of grace is no denial, whatever date is missing beside it.
  fileprivate func gracePeriod(by event: EventID) -> Asserted<GracePeriod> {
    let none: Asserted<GracePeriod> = status == .grace ? .silent : .absent
    guard status == .grace || isInBillingRetry != .present(false) else { return .absent }
    switch gracePeriodExpiresDate {
    case .silent: return .silent
    case .absent: return none
    case .present(let expiresDate):
      return GracePeriod(
        after: plan.renewalDate, until: expiresDate, given: Sighting(assertion, by: event)
      ).map(Asserted.present) ?? none
    }
  }
}

extension GracePeriod {
  fileprivate var order: (Instant, Instant) { (renewalDate.orPast, expiresDate) }
}

extension Instant? {
  /// The instant, or one before every known moment if it is nil.
  var orPast: Instant { self ?? Instant(milliseconds: .min) }
}
