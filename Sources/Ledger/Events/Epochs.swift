/// The epochs of a ledger, as the shared lane tells them: the first one, and another one for each restore.
package struct Epochs: Hashable, Sendable {
  private var openings: [EpochOpened] = []

  package init(_ events: some Sequence<RecordedEvent>) {
    for event in events {
      if case .shared(.epochOpened(let opened)) = event.event { openings.append(opened) }
    }
  }

  /// Returns the part of a position that the present history shares with the history in which it was
  /// answered. An epoch that is not known was lost with its history, which may have begun before any
  /// restore.
  package func shared(_ token: PositionToken) -> Position {
    let own = openings.lastIndex { token.isOf($0.epoch) }
    let later = own.map { openings.suffix(from: $0 + 1) } ?? openings[...]
    guard own != nil || !later.isEmpty else { return Position() }
    return later.reduce(token.position) { $0.common(with: $1.kept ?? Position()) }
  }

  /// Returns the number of an epoch that begins at a moment after another one.
  ///
  /// Numbers grow in every order of restores: two restores of one backup, of which neither knows of the
  /// other, are told apart by their times, if five minutes are between them.
  package static func number(after last: Int64, at moment: Instant) -> Int64 {
    max(last + 1, (moment.milliseconds - start.milliseconds) / unit.milliseconds)
  }

  /// Returns true if an epoch may have a number after the openings that the log tells.
  ///
  /// A ledger of before epochs were numbered counts from its first numbered one, and a recovery that was interrupted
  /// took a number that no event tells.
  package func mayHave(number: Int64) -> Bool {
    guard !openings.isEmpty else { return number == 0 }
    let counted = openings.indices.map { first in
      openings[first...].reduce(0) { Self.number(after: $0, at: $1.openedAt) }
    }
    let last = counted.max() ?? 0
    return number == 0 || counted.contains(number)
      || (last...last + Self.interruptionsMax).contains(number)
  }

  /// The most recoveries that are interrupted one after another.
  private static let interruptionsMax: Int64 = 16

  private static let start = Instant(milliseconds: 1_767_225_600_000)  // 2026-01-01
  private static let unit: Duration = .seconds(300)
}
