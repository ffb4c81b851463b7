import Foundation
package import Ledger
import Postgres

/// The evidence stored with an event.
package struct CarriedEvidence: Sendable {
  /// The kind of the event. The evidence is of that kind, or a notification that contains it.
  package enum Carrier: Sendable, Hashable {
    case transaction, renewal, notification, decision
  }

  package let id: EventID
  package let carrier: Carrier
  package let evidence: Result<KeptEvidence, EvidenceError>
}

extension EventLog {
  /// Returns the next evidence of a lane after a position and up to another, opened and unpacked.
  ///
  /// Evidence that does not open is returned as a failure in its place, and the rest follows.
  package func evidence(
    lane: Int16, after position: Int64, upTo end: Int64, limit: Int
  ) async throws -> [CarriedEvidence] {
    let rows = try await rows(.verifyEvidence, [lane, position, end, Int64(limit)])
    var page: [CarriedEvidence] = []
    for row in rows {
      let (position, type, sealed, stream, masterKeyID, wrapped) = try row.decode(
        (Int64, Int16, [UInt8], UUID, String?, [UInt8]?).self)
      let place = StreamPlace(lane: lane, stream: stream)
      page.append(
        CarriedEvidence(
          id: EventID(lane: lane, position: position),
          carrier: CarriedEvidence.Carrier(EventType(rawValue: type)),
          evidence: try await open(
            sealed, of: place, with: WrappedKey(masterKeyID: masterKeyID, stored: wrapped))))
    }
    return page
  }

  private func open(
    _ sealed: [UInt8], of place: StreamPlace, with wrapped: WrappedKey?
  ) async throws -> Result<KeptEvidence, EvidenceError> {
    do {
      return .success(try await open(sealed, of: place, with: try key(wrapped, of: place)))
    } catch let error as EvidenceError {
      return .failure(error)
    }
  }
}

extension CarriedEvidence.Carrier {
  fileprivate init(_ type: EventType?) {
    switch type {
    case .transactionObserved: self = .transaction
    case .renewalObserved: self = .renewal
    case .notificationReceived: self = .notification
    default: self = .decision
    }
  }
}
