/// The gap rule: service that begins too long after the end of the last service starts at zero.
///
/// Every period counts, including free ones and extensions. Gaps are not summed: each gap is
/// measured from the latest end before it.
package struct Lapse: Hashable, Sendable, Codable {
  /// The longest gap after which the accrued service is kept.
  package let gapMax: Duration
  /// The latest end of all periods served; nil before the first service.
  package private(set) var lastEnd: Instant?

  package init(gapMax: Duration = TenureSettings.apple.gapMax) {
    self.gapMax = gapMax
  }

  package mutating func serve(until end: Instant) {
    lastEnd = lastEnd.map { max($0, end) } ?? end
  }

  /// The last moment at which a return keeps the accrued service; nil before the first service.
  package var restartsAt: Instant? { lastEnd.map { $0 + gapMax } }

  /// Returns true if service that begins at `start` starts at zero. The very first service does not
  /// count as a restart.
  package func restarts(at start: Instant) -> Bool {
    restartsAt.map { start > $0 } ?? false
  }
}
