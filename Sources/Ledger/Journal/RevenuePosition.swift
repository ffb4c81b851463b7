/// The parts of a price at a moment: earned, given back before it was earned, and still owed to the
/// customer. The three are the whole price.
package struct RevenuePosition: Hashable, Sendable {
  /// The price that was charged by then.
  package let billed: Int64
  package let recognized: Int64
  /// The part that was given back before it was earned. What was given back later reduces the revenue
  /// instead.
  package let refunded: Int64

  package var deferred: Int64 { billed - recognized - refunded }
}

/// The course of one deferred price over its time of service.
///
/// The price is earned evenly from the start to the sold end, each moment's total rounded half up, so
/// that the last day completes it. A return ends the service: what was not earned is given back first,
/// and what is left is earned at once, because nothing more is owed. A return that Apple took back whole
/// leaves the course as if it had never been.
package struct RevenueCourse: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package let moment: Instant
    /// The part of the price that is given back from then on.
    package let returned: Int64

    package init(moment: Instant, returned: Int64) {
      self.moment = moment
      self.returned = returned
    }
  }

  private let price: Int64
  private let service: ServiceSpan
  private let steps: [Step]

  /// - Parameters:
  ///   - price: the price in milliunits.
  ///   - steps: the steps of what was given back, in the order of their moments.
  package init(price: Int64, over service: ServiceSpan, steps: [Step]) {
    self.price = price
    self.service = service
    self.steps = steps
  }

  package func position(at moment: Instant) -> RevenuePosition {
    position(at: moment) { $0 <= moment }
  }

  /// Returns the parts just before a moment: what is charged or given back at the moment itself does not
  /// count.
  package func position(before moment: Instant) -> RevenuePosition {
    position(at: moment) { $0 < moment }
  }

  private func position(
    at moment: Instant, _ isPast: (Instant) -> Bool
  ) -> RevenuePosition {
    guard isPast(service.start) else {
      return RevenuePosition(billed: 0, recognized: 0, refunded: 0)
    }
    let past = steps.prefix { isPast($0.moment) }
    guard let level = past.last?.returned, level > 0 else {
      return RevenuePosition(billed: price, recognized: earned(at: moment), refunded: 0)
    }
    let run = past.suffix(from: (past.lastIndex { $0.returned == 0 }.map { $0 + 1 }) ?? 0)
    let first = run.first ?? Step(moment: moment, returned: level)
    let refunded = min(first.returned, price - earned(at: first.moment))
    return RevenuePosition(billed: price, recognized: price - refunded, refunded: refunded)
  }

  private func earned(at moment: Instant) -> Int64 {
    Share(
      of: (moment - service.start).milliseconds, in: (service.end - service.start).milliseconds
    ).part(of: price)
  }
}
