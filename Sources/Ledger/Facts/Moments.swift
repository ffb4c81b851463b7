/// The moments at which the same thing was asserted, ascending and bounded in number.
///
/// Up to `countMax`, all moments are kept. Beyond that, only the first and the last moment of each
/// stretch of time are kept. A stretch is 2, 4, 8 … milliseconds long: as long as necessary and at
/// most 2^`doublingsMax`. The selection depends on the moments alone, not on their order of arrival.
package struct Moments: Hashable, Sendable, Codable {
  package static let countMax = 64
  /// The longest stretch is 2^26 milliseconds, eighteen hours and a half.
  private static let doublingsMax = 26

  package private(set) var kept: [Instant] = []
  /// The number of times that the stretch of one millisecond was doubled.
  private var doublings = 0

  package init() {}

  package init(_ moment: Instant) {
    kept = [moment]
  }

  package mutating func merge(_ other: Moments) {
    guard !other.kept.isEmpty else { return }
    kept = Set(kept).union(other.kept).sorted()
    doublings = max(doublings, other.doublings)
    keepEndsOfStretches()
    while kept.count > Self.countMax && doublings < Self.doublingsMax {
      doublings += 1
      keepEndsOfStretches()
    }
  }

  package func merging(_ other: Moments) -> Moments {
    var moments = self
    moments.merge(other)
    return moments
  }

  /// Returns the first moment after `moment`. If moments were dropped, the result may be later than
  /// the true one by less than the longest stretch.
  package func first(after moment: Instant) -> Instant? {
    kept.first { $0 > moment }
  }

  private mutating func keepEndsOfStretches() {
    let stretches = kept.map { $0.milliseconds >> doublings }
    kept = kept.indices.filter { index in
      let isFirst = index == 0 || stretches[index - 1] != stretches[index]
      let isLast = index == kept.count - 1 || stretches[index + 1] != stretches[index]
      return isFirst || isLast
    }.map { kept[$0] }
  }
}
