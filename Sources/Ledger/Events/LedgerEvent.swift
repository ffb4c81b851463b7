/// An event of the log, by the family of its stream.
package enum LedgerEvent: Hashable, Sendable {
  case chain(ChainEvent)
  case account(AccountEvent)
  case shared(SharedEvent)

  package var content: any EventContent {
    switch self {
    case .chain(let event): event.content
    case .account(let event): event.content
    case .shared(let event): event.content
    }
  }

  package var type: EventType { Swift.type(of: content).type }
  package var stream: StreamID { content.stream }
  package var assertedAt: Instant { content.assertedAt }
  package var digest: Digest { content.digest }

  /// The account that the event is about.
  package var subject: AccountReference? { content.subject }
  /// All accounts that the event names.
  package var accounts: Set<AccountReference> { content.accounts }

  /// The event of a chain; nil for any other.
  package var ofChain: ChainEvent? { if case .chain(let event) = self { event } else { nil } }
  /// The event of an account; nil for any other.
  package var ofAccount: AccountEvent? { if case .account(let event) = self { event } else { nil } }
  /// The event of the shared lane; nil for any other.
  package var ofShared: SharedEvent? { if case .shared(let event) = self { event } else { nil } }
}

/// An event with its place in the store.
package struct RecordedEvent: Hashable, Sendable {
  package let id: EventID
  package let recordedAt: Instant
  package let event: LedgerEvent
  /// The event that brought the bytes from which this event was translated, possibly this event;
  /// nil for decisions of the ledger.
  package let evidence: EventID?
  /// The earlier event with the same content; nil for the first one.
  package let reasserts: EventID?

  /// True for a record of lane 0 that no rule reads.
  package var isRecordOnly: Bool { event.ofShared?.isRecordOnly ?? false }

  package init(
    id: EventID, recordedAt: Instant, event: LedgerEvent, evidence: EventID?,
    reasserts: EventID? = nil
  ) {
    self.id = id
    self.recordedAt = recordedAt
    self.event = event
    self.evidence = evidence
    self.reasserts = reasserts
  }
}
