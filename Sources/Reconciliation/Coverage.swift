import Ledger

/// The windows of Apple's history that were read to their ends: in order, no two of them touching.
package struct Coverage: Hashable, Sendable {
  package private(set) var windows: [Window] = []

  package init(_ windows: some Sequence<Window>) {
    for window in windows.sorted() {
      if let last = self.windows.last, window.from <= last.to {
        self.windows[self.windows.count - 1] =
          Window(from: last.from, to: max(last.to, window.to)) ?? last
      } else {
        self.windows.append(window)
      }
    }
  }

  /// Returns the unread parts of a window, in order.
  package func gaps(in whole: Window) -> [Window] {
    var gaps: [Window] = []
    var reached = whole.from
    for window in windows.compactMap({ $0.part(in: whole) }) {
      if let gap = Window(from: reached, to: window.from) { gaps.append(gap) }
      reached = max(reached, window.to)
    }
    if let gap = Window(from: reached, to: whole.to) { gaps.append(gap) }
    return gaps
  }

  /// Returns the share of a window that was read, 0 to 1.
  package func share(of whole: Window) -> Double {
    let missing = gaps(in: whole).reduce(Duration.zero) { $0 + $1.length }
    return 1 - missing / whole.length
  }
}
