import EventStore
import Ledger

/// An event written after others that came later, with those of them that have to be written again.
///
/// Facts and owners are joined in any order. An erasure forgets the claims before it: the claims and
/// erasures of an account keep their order.
struct BelatedEvent: Sendable {
  let event: RecordedEvent
  private let successors: [RecordedEvent]

  init(_ event: RecordedEvent) {
    self.event = event
    successors = []
  }

  /// Reads what followed in its stream, where that matters. Throws `StoredEventError` where something
  /// of it cannot be read.
  init(_ event: RecordedEvent, in log: EventLog) async throws {
    self.event = event
    successors =
      event.isOrdered
      ? try await log.events(of: event.event.stream, after: event.id.position) : []
  }

  var all: [RecordedEvent] { [event] + successors }

  /// Whether what followed matters; if the lane was read further in the meantime, more may have.
  var isOrdered: Bool { event.isOrdered }
}

extension RecordedEvent {
  fileprivate var isOrdered: Bool {
    switch event {
    case .chainClaimed, .accountErased: true
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .programmeEntered,
      .termsPublished, .cataloguePublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .ownershipChanged, .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
      false
    }
  }
}
