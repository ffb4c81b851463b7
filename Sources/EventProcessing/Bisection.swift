/// A binary search for the rejected items of a batch: k of n cost about 2 k log₂ n attempts.
///
/// The caller tries each part in turn, apart from the others. An accepted part stays accepted.
package struct Bisection: Equatable {
  private var parts: [Range<Int>]

  /// Begins with a batch that was rejected as a whole.
  package init(rejected count: Int) {
    parts = count > 0 ? [0..<count] : []
    if count > 1 { split() }
  }

  /// Begins with a batch of which nothing was tried.
  package init(trying count: Int) {
    parts = count > 0 ? [0..<count] : []
  }

  /// The part to try next; nil once every item is decided.
  package var next: Range<Int>? { parts.last }

  package mutating func accept() {
    parts.removeLast()
  }

  /// Returns the rejected item if the part is a single item. Otherwise splits the part and returns
  /// nil.
  package mutating func reject() -> Int? {
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
