/// The renewal state of one chain: the join of its renewal facts.
///
/// The field groups describe the present as of `confirmedAt`; only grace periods and statuses have a
/// history.
package struct RenewalState: Hashable, Sendable, Codable {
  package private(set) var newestPlan: Register<RenewalPlan>
  package private(set) var newestGrace: Register<Asserted<Instant>>?
  package private(set) var newestRetry: Register<Asserted<Bool>>?
  package private(set) var newestIntent: Register<Asserted<Int32>>?
  package private(set) var newestConsent: Register<Asserted<Int32>>?
  package private(set) var newestOffer: Register<Asserted<Offer>>?
  /// The newest status that Apple told beside a renewal; a renewal without one says nothing of it.
  package private(set) var newestStatus: Register<RenewalStatus>?
  package private(set) var graceHistory: GraceHistory
  /// Nil while Apple told no status.
  package private(set) var statusHistory: StatusHistory?

  package init(_ fact: RenewalFact, by event: EventID) {
    let assertion = fact.assertion
    newestPlan = Register(fact.plan, assertion, by: event)
    newestGrace = fact.toldGrace.register(assertion, by: event)
    newestRetry = fact.isInBillingRetry.register(assertion, by: event)
    newestIntent = fact.expirationIntent.register(assertion, by: event)
    newestConsent = fact.priceIncreaseStatus.register(assertion, by: event)
    newestOffer = fact.nextOffer.register(assertion, by: event)
    newestStatus = fact.status.map { Register($0, assertion, by: event) }
    graceHistory = GraceHistory(fact, by: event)
    statusHistory = StatusHistory(fact, by: event)
  }

  package mutating func merge(_ other: RenewalState) {
    newestPlan.keepNewest(other.newestPlan)
    newestGrace.keepNewest(other.newestGrace)
    newestRetry.keepNewest(other.newestRetry)
    newestIntent.keepNewest(other.newestIntent)
    newestConsent.keepNewest(other.newestConsent)
    newestOffer.keepNewest(other.newestOffer)
    newestStatus.keepNewest(other.newestStatus)
    graceHistory.merge(other.graceHistory)
    if let statuses = other.statusHistory, statusHistory?.merge(statuses) == nil {
      statusHistory = statuses
    }
  }
}

extension RenewalState {
  package var plan: RenewalPlan { newestPlan.value }
  package var isInBillingRetry: Bool { newestRetry?.value.value ?? false }
  package var expirationIntent: Int32? { newestIntent?.value.value }
  package var priceIncreaseStatus: Int32? { newestConsent?.value.value }
  package var nextOffer: Offer? { newestOffer?.value.value }

  /// The strongest and newest of all assertions, because every fact asserts the plan.
  package var confirmation: Assertion { newestPlan.assertion }
  package var confirmedAt: Instant { confirmation.assertedAt }

  /// The grace periods that sources of trust 1 and 2 gave, by date or by status.
  package var rememberedGracePeriods: [GracePeriod] {
    graceHistory.periods + (statusHistory?.graces(newest: newestStatus) ?? [])
  }

  package var hasGraces: Bool { !rememberedGracePeriods.isEmpty }

  /// All known grace periods: the remembered ones, and the present one if only a source of trust 0
  /// named it.
  package var gracePeriods: [GracePeriod] {
    rememberedGracePeriods + [unrememberedGrace].compactMap(\.self)
  }

  /// Returns the moment at which Apple first contradicted a grace period after last asserting it; nil if
  /// Apple never did.
  ///
  /// - Parameter end: the renewal date to assume if Apple named none.
  package func withdrawal(of grace: GracePeriod, after end: Instant) -> Instant? {
    switch grace.ground {
    case .date: graceHistory.withdrawal(of: grace, after: end)
    case .status(let endedAt): endedAt
    }
  }

  private var unrememberedGrace: GracePeriod? {
    guard let newestGrace, newestGrace.assertion.trust < GraceHistory.trustMin,
      newestRetry?.value != .present(false)
    else { return nil }
    return newestGrace.value.value.flatMap {
      GracePeriod(
        after: plan.renewalDate, until: $0,
        given: Sighting(newestGrace.assertion, by: newestGrace.event))
    }
  }

  /// The events that asserted the present values, ascending, without duplicates.
  package var because: [EventID] {
    let events = [
      newestPlan.event, newestGrace?.event, newestRetry?.event, newestIntent?.event,
      newestConsent?.event, newestOffer?.event, newestStatus?.event,
    ]
    return Set(events.compactMap(\.self)).sorted()
  }
}
