package import Ledger

/// An event to be appended, and the bytes it rests on.
package struct NewEvent: Sendable {
  package let event: LedgerEvent
  package let evidence: Evidence?
  /// Whether it is left out unless the event before it in the same append is new.
  package let followsNew: Bool

  package init(_ event: LedgerEvent, evidence: Evidence? = nil, followsNew: Bool = false) {
    self.event = event
    self.evidence = evidence
    self.followsNew = followsNew
  }
}

/// Bytes as they were received. Events of one append that rest on the same bytes share one of these.
package final class Evidence: Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// What became of each event, in the order given.
package struct Appended: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case stored(EventID)
    /// Its content was known; that it was said again, at another moment, is stored.
    case reasserted(EventID)
    case duplicate(of: EventID)
    /// It is not stored, since what it was to follow was known before, as this.
    case withheld(for: EventID)

    package var id: EventID {
      switch self {
      case .stored(let id), .reasserted(let id), .duplicate(let id), .withheld(let id): id
      }
    }

    /// Whether it told nothing new.
    package var isDuplicate: Bool {
      switch self {
      case .stored, .withheld: false
      case .reasserted, .duplicate: true
      }
    }
  }

  package let outcomes: [Outcome]

  /// Nothing given, nothing done.
  package static let nothing = Appended(outcomes: [])

  /// Covers every event named, stored now or before.
  package var position: Position {
    outcomes.reduce(into: Position()) { $0.reach($1.id) }
  }
}
