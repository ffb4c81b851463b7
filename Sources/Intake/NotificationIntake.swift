import AppStore
import EventStore
import Ledger

/// The intake of Apple's notifications.
package struct NotificationIntake: Sendable {
  private let recorder: EventRecorder
  private let admission: Admission
  private let verifier: PayloadVerifier
  private let legacy: LegacyReader
  private let ownership: ChainOwnerDecisions

  init(
    recorder: EventRecorder, admission: Admission, verifier: PayloadVerifier, legacy: LegacyReader,
    ownership: ChainOwnerDecisions
  ) {
    self.recorder = recorder
    self.admission = admission
    self.verifier = verifier
    self.legacy = legacy
    self.ownership = ownership
  }

  /// Ingests the body of a notification of version 2, `{"signedPayload": JWS}`, or of version 1.
  /// Returns after the commit.
  ///
  /// Every genuine notification of a configured app is stored, whatever its type. A notification
  /// with a known `notificationUUID` is a duplicate and stores nothing.
  package func receive(notification body: [UInt8]) async throws -> NotificationReceipt {
    switch try NotificationBody(body) {
    case .signed(let payload): try await receive(notification: payload)
    case .versionOne: try await receive(versionOne: body)
    }
  }

  func receive(notification signedPayload: String) async throws -> NotificationReceipt {
    let (verified, signed) = try await verify(notification: signedPayload)
    let translated = try translate(verified, signed)
    let tokens = try await ownership.tokenAliases(of: [translated.fact].compactMap(\.self))
    let appended = try await recorder.append(
      translated.events + (translated.fact?.following(tokens, at: recorder.now()) ?? []))
    if let fact = translated.fact, fact.replacedChain != nil {
      _ = try await ownership.settle(fact, for: nil, isRestore: false, after: appended.position)
    }
    return NotificationReceipt(
      duplicate: appended.outcomes[0].isDuplicate, facts: translated.events.count - 1,
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

  private func verify(
    notification signedPayload: String
  ) async throws(Rejection) -> (VerifiedNotification, SignedPayload) {
    do {
      let signed = try SignedPayload(signedPayload)
      return (try await verifier.verify(notification: signed, now: recorder.clock), signed)
    } catch {
      throw Rejection(error)
    }
  }

  /// Translates a notification into its events: first the notification, then its facts.
  private func translate(
    _ verified: VerifiedNotification, _ signed: SignedPayload
  ) throws -> (events: [NewEvent], fact: TransactionFact?) {
    let payload = verified.notification.payload
    let evidence = Evidence(signed.bytes)
    do {
      let environment = try StoreEnvironment(apple: payload.environment)
      let transaction = try verified.transaction.map { (jws) throws(TranslationError) in
        try TransactionFact(jws, fallback: environment)
      }
      let renewal = try verified.renewal.map { (jws) throws(TranslationError) in
        try RenewalFact(jws, fallback: environment)
      }
      let notification = try ReceivedNotification(
        payload, transaction: transaction, renewal: renewal, details: verified.details)
      try admit(notification, appAppleID: payload.appAppleId)
      var events = [NewEvent(.chain(.notificationReceived(notification)), evidence: evidence)]
      if let transaction {
        events.append(NewEvent(.chain(.transactionObserved(transaction)), evidence: evidence))
      }
      if let renewal {
        events.append(NewEvent(.chain(.renewalObserved(renewal)), evidence: evidence))
      }
      return (events, transaction)
    } catch let error as TranslationError {
      throw Rejection(error)
    }
  }

  private func admit(_ notification: ReceivedNotification, appAppleID: Int64?) throws(Rejection) {
    try admission.admit(notification.bundleID, notification.environment, appAppleID: appAppleID)
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
