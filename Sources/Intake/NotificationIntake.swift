import EventStore
import Ledger

/// The intake of Apple's notifications.
package struct NotificationIntake: Sendable {
  private let recorder: EventRecorder
  private let reader: NotificationReader
  private let legacy: LegacyReader
  private let ownership: ChainOwnerDecisions

  init(
    recorder: EventRecorder, reader: NotificationReader, legacy: LegacyReader,
    ownership: ChainOwnerDecisions
  ) {
    self.recorder = recorder
    self.reader = reader
    self.legacy = legacy
    self.ownership = ownership
  }

  /// Ingests the body of a notification of version 2, `{"signedPayload": JWS}`, or of version 1.
  /// Returns after the commit.
  ///
  /// Every genuine notification of a configured app is stored, whatever its type. A notification
  /// with a known `notificationUUID` is a duplicate and stores nothing.
  package func receive(notification body: [UInt8]) async throws -> NotificationReceipt {
    guard let translated = try await reader.read(body: body, now: recorder.clock) else {
      return try await receive(versionOne: body)
    }
    return try await append(translated)
  }

  /// Ingests the JWS of a notification.
  func receive(jws: [UInt8]) async throws -> NotificationReceipt {
    try await append(reader.read(jws[...], now: recorder.clock))
  }

  private func append(_ translated: TranslatedNotification) async throws -> NotificationReceipt {
    let fact = translated.transaction
    let tokens = try await ownership.tokenAliases(of: [fact].compactMap(\.self))
    let events = translated.events
    let appended = try await recorder.append(
      events + (fact?.following(tokens, at: recorder.now()) ?? []))
    if let fact, fact.replacedChain != nil {
      _ = try await ownership.settle(fact, for: nil, isRestore: false, after: appended.position)
    }
    return NotificationReceipt(
      duplicate: appended.outcomes[0].isDuplicate, facts: events.count - 1,
      position: appended.position)
  }

  /// Ingests the body of a notification of version 1. Its facts rest on the body without the
  /// password.
  private func receive(versionOne body: [UInt8]) async throws -> NotificationReceipt {
    let (translated, evidence) = try legacy.notification(body, at: recorder.now())
    let appended = try await recorder.append(translated.events(evidence))
    return NotificationReceipt(
      duplicate: appended.outcomes[0].isDuplicate,
      facts: translated.transactions.count + translated.renewals.count,
      position: appended.position)
  }
}

extension TranslatedNotificationV1 {
  /// The notification, then its facts.
  fileprivate func events(_ evidence: Evidence) -> [NewEvent] {
    let events: [ChainEvent] =
      [.notificationReceived(notification)] + transactions.map(ChainEvent.transactionObserved)
      + renewals.map(ChainEvent.renewalObserved)
    return events.map { NewEvent(.chain($0), evidence: evidence) }
  }
}
