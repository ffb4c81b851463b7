/// The moments at which one thing was asserted again and again, ascending.
///
/// All of them are kept up to `countMax`. Of more, only the first and the last of each stretch of time
/// are: a stretch is 2, 4, 8 … milliseconds long, as long as it must be and never more than
/// `stretchMax`. Which are kept depends on the moments alone, not on the order in which they came.
package struct Moments: Hashable, Sendable, Codable {
  package static let countMax = 64
  /// 2^26 milliseconds: eighteen hours and a half.
  package static let stretchMax: Duration = .milliseconds(1 << doublingsMax)
  private static let doublingsMax = 26

  package private(set) var kept: [Instant] = []
  /// How often the stretch of one millisecond was doubled.
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

  /// The first after `moment`; of many, one less than `stretchMax` later may stand for it.
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
