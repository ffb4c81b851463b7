/// The course of one customer's subscription in one group: when the customer came, went on, left and came
/// back.
///
/// Service lasts from the charge to the end of the period, of the grace after it, or to a refund; a
/// reversed refund serves again from its reversal. It is not the days that count for tenure: grace and trials are
/// service, and a refund takes back no day before it. The access that Apple's status and renewal date add after an
/// expiry is none.
package struct SubscriberCourse: Sendable {
  /// The steps by moment, future ones too.
  package let steps: [SubscriberStep]

  private let ends: [TransactionID: ServiceEnd]

  /// - Parameter ends: Apple's word on the ends of periods; see ``ToldEnds``.
  package init(_ history: ServiceHistory, _ ends: [TransactionID: ServiceEnd]) {
    self.ends = ends
    var walk = Walk(history: history, reasons: ends.mapValues(\.reason))
    walk.pass(history.spans.sorted { $0.start < $1.start })
    steps = walk.steps
  }

  /// Returns the period that serves just before a moment; nil if none does.
  package func period(before moment: Instant) -> ServicePeriod? {
    steps.last { $0.moment < moment }?.after
  }

  /// Returns the moment at which Apple told that it tries no longer to collect the price after a period; nil
  /// if it told no end.
  func retryEnd(after period: ServicePeriod) -> Instant? { ends[period.transactionID]?.retryEnd }

  /// Returns the steps from one moment to before another.
  package func steps(from start: Instant, before end: Instant) -> ArraySlice<SubscriberStep> {
    let first = steps.firstIndex { $0.moment >= start } ?? steps.endIndex
    return steps[first...].prefix { $0.moment < end }
  }

  /// The first period that was paid; nil if none was.
  package var firstPaid: SubscriberStep? { steps.first(where: \.isFirstPayment) }
}

/// A time without interruption in which a period serves.
private struct ServedSpan {
  let period: ServicePeriod
  let start: Instant
  let end: Instant
  /// True if a refund ended it.
  let isRefunded: Bool

  /// The order by which of several periods that serve at a time the one bought last is the present one.
  var order: (Instant, TransactionID) { (period.purchaseDate, period.transactionID) }
}

extension ServiceHistory {
  /// The times of service of the periods. The next purchase of a chain ends the grace before it: a refund of what
  /// was bought does not bring that grace back.
  fileprivate var spans: [ServedSpan] {
    var later: [ChainID: (purchase: Instant, next: Instant?)] = [:]
    var spans: [ServedSpan] = []
    for period in periods.filter(\.isServed).sorted(by: { $0.purchaseDate > $1.purchaseDate }) {
      let next = later[period.chain].flatMap {
        period.purchaseDate < $0.purchase ? $0.purchase : $0.next
      }
      spans += period.spans(before: next)
      later[period.chain] = (period.purchaseDate, next)
    }
    return spans
  }
}

extension ServicePeriod {
  /// Returns the times of service of the period, in order. Those after the first follow reversed refunds.
  ///
  /// - Parameter next: the next purchase of the chain; nil if there is none.
  fileprivate func spans(before next: Instant?) -> [ServedSpan] {
    let last = next.map { max(end, min(servedUntil, $0)) } ?? servedUntil
    var spans: [ServedSpan] = []
    var start = max(start, purchaseDate)
    for refund in refunds.all.sorted(by: { $0.date < $1.date }) where refund.date < last {
      if start < refund.date {
        spans.append(ServedSpan(period: self, start: start, end: refund.date, isRefunded: true))
      }
      start = max(start, refund.reversedAt ?? last)
    }
    if start < last {
      spans.append(ServedSpan(period: self, start: start, end: last, isRefunded: false))
    }
    return spans
  }
}

/// A pass over the served spans of a customer, from boundary to boundary.
private struct Walk {
  let history: ServiceHistory
  let reasons: [TransactionID: ServiceEndReason]
  private(set) var steps: [SubscriberStep] = []
  /// The span that serves; the last one that did while none does.
  private var span: ServedSpan?
  private var isServing = false
  private var hasPaid = false

  init(history: ServiceHistory, reasons: [TransactionID: ServiceEndReason]) {
    self.history = history
    self.reasons = reasons
  }

  /// - Parameter spans: all spans, the one that starts first at first.
  mutating func pass(_ spans: [ServedSpan]) {
    let moments = Set(spans.flatMap { [$0.start, $0.end] }).sorted()
    var (active, index) = ([ServedSpan](), 0)
    for moment in moments {
      active.removeAll { $0.end <= moment }
      while index < spans.count, spans[index].start <= moment {
        active.append(spans[index])
        index += 1
      }
      if let next = active.max(by: { $0.order < $1.order }) {
        let goesOn = span.map { span in active.contains { $0.order == span.order } } ?? false
        serve(next, from: moment, besideAnother: goesOn)
      } else {
        end(at: moment)
      }
    }
  }

  /// - Parameter isBeside: true if the span that served until now goes on.
  private mutating func serve(
    _ next: ServedSpan, from moment: Instant, besideAnother isBeside: Bool
  ) {
    if isServing, let span, span.order == next.order {
      self.span = next
      return
    }
    note(kind(of: next, at: moment, besideAnother: isBeside), at: moment, after: next.period)
    hasPaid = hasPaid || next.period.isPaid
    (span, isServing) = (next, true)
  }

  private mutating func end(at moment: Instant) {
    guard isServing, let span else { return }
    let reason = span.isRefunded ? .refund : reasons[span.period.transactionID] ?? .other
    note(.ended(reason), at: moment, after: nil)
    isServing = false
  }

  private mutating func note(
    _ kind: SubscriberStep.Kind, at moment: Instant, after period: ServicePeriod?
  ) {
    steps.append(
      SubscriberStep(
        moment: moment, kind: kind, before: isServing ? span?.period : nil, after: period,
        isFirstPayment: !hasPaid && period?.isPaid ?? false))
  }

  private func kind(
    of next: ServedSpan, at moment: Instant, besideAnother isBeside: Bool
  ) -> SubscriberStep.Kind {
    guard let span else { return next.period.isPaid ? .began : .tried }
    if isServing {
      let charge = next.period.purchaseDate
      if charge < moment || isBeside && next.period.chain != span.period.chain {
        return .remained
      }
      return next.period.start < charge ? .recoveredInGrace : .renewed
    }
    if next.period.isRenewal || next.period.transactionID == span.period.transactionID {
      return .recovered
    }
    let end = history.lastEnd(before: next.period) ?? span.end
    return moment - end <= history.settings.gapMax ? .returnedInTime : .returnedLate
  }
}
