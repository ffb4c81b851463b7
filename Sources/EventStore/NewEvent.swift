package import Ledger

/// An event to be appended, with the evidence it rests on.
package struct NewEvent: Sendable {
  package let event: LedgerEvent
  package let evidence: Evidence?

  package init(_ event: LedgerEvent, evidence: Evidence? = nil) {
    self.event = event
    self.evidence = evidence
  }

  /// True if the database can store every moment and text of the event. If not, `append` throws
  /// `unstorable`.
  package var isStorable: Bool {
    do {
      return try EventRow(event).isStorable
    } catch {
      return false
    }
  }
}

/// Bytes as received. Events of one append that rest on the same bytes share one instance.
package final class Evidence: Sendable {
  package let bytes: [UInt8]
  /// The JWS in the bytes whose payloads the verification has decoded already. Others are decoded
  /// when the evidence is packed.
  let decoded: [DecodedJWS]

  package init(_ bytes: [UInt8], decoded: [DecodedJWS] = []) {
    self.bytes = bytes
    self.decoded = decoded
  }
}

/// A JWS with its payload decoded from base64url.
package struct DecodedJWS: Sendable {
  let text: ArraySlice<UInt8>
  let payload: [UInt8]

  package init(text: ArraySlice<UInt8>, payload: [UInt8]) {
    self.text = text
    self.payload = payload
  }
}

/// The outcome of each appended event, in the given order.
package struct Appended: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case stored(EventID)
    /// The content was known. A repeated assertion of it at another moment is stored.
    case reasserted(EventID)
    case duplicate(of: EventID)

    package var id: EventID {
      switch self {
      case .stored(let id), .reasserted(let id), .duplicate(let id): id
      }
    }

    /// True if the content was known already.
    package var isDuplicate: Bool {
      switch self {
      case .stored: false
      case .reasserted, .duplicate: true
      }
    }
  }

  package let outcomes: [Outcome]

  /// The result of appending no events.
  package static let nothing = Appended(outcomes: [])

  /// The position that covers every event of the outcomes, newly stored or known.
  package var position: Position {
    outcomes.reduce(into: Position()) { $0.reach($1.id) }
  }
}
