package import Ledger

/// A window of Apple's history: from a moment until before another.
package struct Window: Hashable, Sendable, Comparable {
  package let from: Instant
  package let to: Instant

  /// Returns nil if the window would be empty.
  package init?(from: Instant, to: Instant) {
    guard from < to else { return nil }
    self.from = from
    self.to = to
  }

  package var length: Duration { to - from }

  package static func < (left: Window, right: Window) -> Bool {
    (left.from, left.to) < (right.from, right.to)
  }

  /// Returns the part that lies in another window; nil if there is none.
  func part(in other: Window) -> Window? {
    Window(from: max(from, other.from), to: min(to, other.to))
  }

  /// The later and the earlier half; nil for a window of an hour or less.
  var halves: [Window]? {
    guard length > .seconds(3_600) else { return nil }
    let middle = from + length / 2
    return [Window(from: middle, to: to), Window(from: from, to: middle)].compactMap(\.self)
  }

  /// Returns the window in pieces of at most `length`, the latest first, because recent losses are
  /// missed most.
  func pieces(of length: Duration) -> [Window] {
    var pieces: [Window] = []
    var end = to
    while let piece = Window(from: max(from, end + .zero - length), to: end) {
      pieces.append(piece)
      end = piece.from
    }
    return pieces
  }
}

extension Instant {
  static func - (left: Instant, right: Duration) -> Instant { left + (.zero - right) }
}
