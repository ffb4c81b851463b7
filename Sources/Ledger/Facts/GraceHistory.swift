/// Every grace period Apple gave one chain, and when it said of a period's end that none follows it.
///
/// Only sources of trust 1 and 2 are remembered: what was given counts in days and reports.
package struct GraceHistory: Hashable, Sendable, Codable {
  static let trustMin: Trust = .receipt
  /// Charging begins a day before the end: earlier, nothing can be said of grace after it.
  static let foreknownMax: Duration = .seconds(86_400)

  /// By the end they follow, an unknown one first, then by their own.
  package private(set) var periods: [GracePeriod] = []
  /// By the end they speak of, an unknown one first.
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

  /// When Apple first said otherwise after it last asserted this period; nil while it stands.
  ///
  /// - Parameter end: what to take for its renewal date where Apple named none.
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
  /// Who no longer tries to collect gives no grace, whatever date is repeated.
  fileprivate func gracePeriod(by event: EventID) -> Asserted<GracePeriod> {
    if isInBillingRetry == .present(false) { return .absent }
    switch gracePeriodExpiresDate {
    case .silent: return .silent
    case .absent: return .absent
    case .present(let expiresDate):
      return Asserted(
        signed: GracePeriod(
          after: plan.renewalDate, until: expiresDate, given: Sighting(assertion, by: event)))
    }
  }
}

extension GracePeriod {
  fileprivate var order: (Instant, Instant) { (renewalDate.orPast, expiresDate) }
}

extension Instant? {
  /// Before every known moment, where none is known.
  fileprivate var orPast: Instant { self ?? Instant(milliseconds: .min) }
}
