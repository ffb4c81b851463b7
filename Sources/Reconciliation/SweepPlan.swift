package import Ledger

/// A plan of the windows of Apple's history that have to be read now.
///
/// The history lists a notification once it was sent, by its signing time, and Apple keeps sending
/// for a week. So each window is read as soon as it can be, and again an hour, a day and a week
/// later.
package struct SweepPlan: Hashable, Sendable {
  /// The longest window. A short window limits the repeated reading after a token has expired.
  package static let windowMax: Duration = .seconds(10 * 86_400)

  /// The times after its end at which a window has to be read.
  package static let ages: [Duration] = [
    .zero, .seconds(3_600), .seconds(86_400), .seconds(7 * 86_400),
  ]

  /// The windows in the order of reading.
  package let windows: [Window]

  /// Plans to read all that Apple still has of the last days, even if it was read before.
  package init(lastDays days: Int, within reach: NotificationReach, at now: Instant) {
    let wanted = Window(from: now - .seconds(days * 86_400), to: now)
    windows =
      reach.window(at: now).flatMap { wanted?.part(in: $0) }?.pieces(of: Self.windowMax) ?? []
  }

  /// - Parameter coverage: for each age, the parts of the history that were read at least that long
  ///   after their end.
  package init(
    after coverage: [Duration: Coverage], within reach: NotificationReach, at now: Instant
  ) {
    guard let reach = reach.window(at: now) else {
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
