package import Ledger

/// The evidence of an event, as far as it can still be read.
package enum KeptEvidence: Sendable, Hashable {
  /// The bytes exactly as received.
  case received([UInt8])
  /// The key of the stream was destroyed, so the evidence is permanently unreadable.
  case erased
  /// The master key of the stream's key was lost, so the evidence can no longer be read.
  case lost
}

/// The evidence stored with an event.
package struct CarriedEvidence: Sendable {
  /// The kind of the event. The evidence is of that kind, or a notification that contains it.
  package enum Carrier: Sendable, Hashable {
    case transaction, renewal, notification, decision

    init(_ type: EventType?) {
      switch type {
      case .transactionObserved: self = .transaction
      case .renewalObserved: self = .renewal
      case .notificationReceived: self = .notification
      default: self = .decision
      }
    }
  }

  package let id: EventID
  package let carrier: Carrier
  package let evidence: Result<KeptEvidence, EvidenceError>
}
