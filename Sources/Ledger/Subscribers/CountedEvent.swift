/// An event of a customer's subscription, as Apple's report of subscription events counts it.
package struct CountedEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first service.
    case started
    /// A further period of the same product, without the customer's doing.
    case renewed
    /// A period of another product that follows without a purchase after an end.
    case changed
    /// A purchase after an end of up to sixty whole days, or of more.
    case returnedInTime
    case returnedLate
    /// An end at which Apple does not try to collect the price.
    case canceled
    /// An end of service at which Apple begins to try without grace, or goes on to.
    case enteredRetry
    case refunded
  }

  private static let returnDaysMax = 60

  package let kind: Kind
  package let moment: Instant
  /// The period that the event begins, ends or gives back.
  package let period: ServicePeriod

  /// Returns the events of a customer in a group, in no particular order.
  package static func all(
    of course: SubscriberCourse, _ history: ServiceHistory
  ) -> [CountedEvent] {
    var last: ServicePeriod?
    var events: [CountedEvent] = []
    for step in course.steps {
      if let kind = kind(of: step, after: last), let period = step.after ?? step.before {
        events.append(CountedEvent(kind: kind, moment: step.moment, period: period))
      }
      last = step.after ?? step.before ?? last
    }
    for period in history.periods {
      // A refund may be told of several copies of the period.
      events += Set(period.refunds.all.map(\.date)).map {
        CountedEvent(kind: .refunded, moment: $0, period: period)
      }
    }
    return events
  }

  /// Returns nil for a step that is no event of Apple's, such as a refund that is taken back.
  private static func kind(of step: SubscriberStep, after last: ServicePeriod?) -> Kind? {
    switch step.kind {
    case .ended(.refund), .remained: return nil
    case .ended(.billing): return .enteredRetry
    case .ended: return .canceled
    case .tried, .began: return .started
    case .renewed, .recoveredInGrace, .recovered, .returnedInTime, .returnedLate: break
    }
    guard let next = step.after, let last, next.transactionID != last.transactionID else {
      return nil
    }
    // A purchase within grace is a return, though service goes on.
    if !next.isRenewal, step.before == nil || last.end < step.moment {
      let days = (step.moment - last.end).wholeDays
      return days <= returnDaysMax ? .returnedInTime : .returnedLate
    }
    return next.productID == last.productID ? .renewed : .changed
  }
}
