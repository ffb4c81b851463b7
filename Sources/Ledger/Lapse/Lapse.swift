/// The gap rule: service that begins too long after the last service ended starts at zero.
///
/// Every period counts, free ones and extensions too. Gaps are not summed: each is measured from
/// the latest end before it.
package struct Lapse: Hashable, Sendable, Codable {
  /// The longest gap that keeps what was accrued.
  package let gapMax: Duration
  /// The latest end of all periods served; nil while there was none.
  package private(set) var lastEnd: Instant?

  package init(gapMax: Duration = TenureSettings.apple.gapMax) {
    self.gapMax = gapMax
  }

  package mutating func serve(until end: Instant) {
    lastEnd = lastEnd.map { max($0, end) } ?? end
  }

  /// The last moment at which a return still keeps what was accrued; nil while there was no
  /// service.
  package var restartsAt: Instant? { lastEnd.map { $0 + gapMax } }

  /// Whether service that begins at `start` begins at zero. The first service of all does not
  /// restart.
  package func restarts(at start: Instant) -> Bool {
    restartsAt.map { start > $0 } ?? false
  }
}
