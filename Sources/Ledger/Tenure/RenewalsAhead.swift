/// The future renewals by the present plan, if each is paid on time: endless, or only the first one
/// if the length of the plan is unknown.
struct RenewalsAhead: Sequence, IteratorProtocol {
  struct Renewal: Hashable {
    let start: Instant
    let serviceBefore: Duration
  }

  private let anchor: Instant
  private let length: BillingPeriod?
  private var count: Int
  private var upcoming: Renewal?

  /// Counts periods from `anchor`, of which `count` are over at `start`; nil for a length of zero.
  init?(
    from start: Instant, after total: Duration, anchor: Instant, count: Int, length: BillingPeriod?
  ) {
    if let length, length.end(from: anchor, count: count + 1) <= start { return nil }
    self.anchor = anchor
    self.length = length
    self.count = count
    upcoming = Renewal(start: start, serviceBefore: total)
  }

  /// Starts at the end of a period of this length.
  init?(
    from start: Instant, after total: Duration, following period: ServicePeriod,
    length: BillingPeriod?
  ) {
    let isAnchored = length.map { $0.end(from: period.start) == start } ?? false
    self.init(
      from: start, after: total, anchor: isAnchored ? period.start : start,
      count: isAnchored ? 1 : 0, length: length)
  }

  mutating func next() -> Renewal? {
    guard let renewal = upcoming else { return nil }
    count += 1
    upcoming = length.map { length in
      let end = length.end(from: anchor, count: count)
      return Renewal(start: end, serviceBefore: renewal.serviceBefore + (end - renewal.start))
    }
    return renewal
  }
}
