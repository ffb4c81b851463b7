package import Ledger

/// What has to be read of Apple's history now.
///
/// A notification stands in it once it was sent, by the moment of its signature, and Apple goes on sending
/// for a week. So each stretch is read as soon as it can be, and again an hour, a day and a week later.
package struct SweepPlan: Hashable, Sendable {
  /// No window is longer, so that little is read twice when a token has expired.
  package static let windowMax: Duration = .seconds(10 * 86_400)

  /// How long after its end a stretch has to be read.
  package static let ages: [Duration] = [
    .zero, .seconds(3_600), .seconds(86_400), .seconds(7 * 86_400),
  ]

  /// In the order in which they are to be read.
  package let windows: [Window]

  /// All that Apple still has of the last days, whatever was read.
  package init(lastDays days: Int, at now: Instant) {
    let wanted = Window(from: now - .seconds(days * 86_400), to: now)
    let reach = Coverage.withinReach(at: now)
    windows = reach.flatMap { wanted?.part(in: $0) }?.pieces(of: Self.windowMax) ?? []
  }

  /// - Parameter coverage: what was read, as far as that was so long after it.
  package init(after coverage: [Duration: Coverage], at now: Instant) {
    guard let reach = Coverage.withinReach(at: now) else {
      windows = []
      return
    }
    let due = Self.ages.flatMap { age -> [Window] in
      guard let whole = Window(from: reach.from, to: now - age) else { return [] }
      return (coverage[age] ?? Coverage([])).gaps(in: whole)
    }
    windows = Coverage(due).windows.reversed().flatMap { $0.pieces(of: Self.windowMax) }
  }
}
