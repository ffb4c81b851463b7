import HTTP

/// The events that a state follows from, or the last ones of them.
struct ToldEvents {
  let items: [HistoryItem]
  /// The number of earlier events that are left out; nil if all are listed.
  let leftOut: Int?

  /// - Parameter last: the largest number of events to list; nil for all.
  init(_ items: [HistoryItem], last: Int?) {
    self.items = Array(items.suffix(last ?? items.count))
    leftOut = items.count > self.items.count ? items.count - self.items.count : nil
  }

  /// The events below their heading.
  var lines: [String] {
    let heading = leftOut.map { "Events, without \($0) earlier ones:" } ?? "Events:"
    return [heading] + items.flatMap(Timeline.lines)
  }
}
