/// Finds the items of a batch that are refused, by halves: k of n cost about 2 k log₂ n trials.
///
/// Each part is to be tried in turn, apart from the others. What is accepted stays.
struct Bisection: Equatable {
  private var parts: [Range<Int>]

  /// A batch that was refused as a whole.
  init(refused count: Int) {
    parts = count > 0 ? [0..<count] : []
    if count > 1 { split() }
  }

  /// The part to be tried now; nil when all is decided.
  var next: Range<Int>? { parts.last }

  mutating func accept() {
    parts.removeLast()
  }

  /// The item that is to blame, where the part was a single one.
  mutating func refuse() -> Int? {
    guard let part = parts.last, part.count == 1 else {
      split()
      return nil
    }
    parts.removeLast()
    return part.lowerBound
  }

  private mutating func split() {
    let part = parts.removeLast()
    let middle = part.lowerBound + part.count / 2
    parts += [middle..<part.upperBound, part.lowerBound..<middle]
  }
}
