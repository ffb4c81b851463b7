package import AppStore
package import EventStore
package import Foundation
import Ledger

/// A reader of signed notifications. It verifies a notification and translates it into events, and
/// stores nothing.
package struct NotificationReader: Sendable {
  private let admission: Admission
  private let verifier: PayloadVerifier

  package init(apps: [ConfiguredApp], verifier: PayloadVerifier) {
    self.init(admission: Admission(apps), verifier: verifier)
  }

  init(admission: Admission, verifier: PayloadVerifier) {
    self.admission = admission
    self.verifier = verifier
  }

  /// Reads the body of a notification. Returns nil for a notification of version 1, which is not
  /// signed.
  package func read(
    body: [UInt8], now: Date
  ) async throws(Rejection) -> TranslatedNotification? {
    switch try NotificationBody(body) {
    case .signed(let payload): try await read(payload, now: now)
    case .versionOne: nil
    }
  }

  /// Reads the JWS of a notification.
  func read(
    _ jws: ArraySlice<UInt8>, now: Date
  ) async throws(Rejection) -> TranslatedNotification {
    let verified: VerifiedNotification
    do {
      verified = try await verifier.verify(notification: SignedPayload(jws), now: now)
    } catch {
      throw Rejection(error)
    }
    let translated: TranslatedNotification
    do {
      translated = try TranslatedNotification(verified)
    } catch {
      throw Rejection(error)
    }
    try admission.admit(
      notificationOf: translated.notification.bundleID, translated.notification.environment,
      appAppleID: verified.notification.payload.appAppleId)
    return translated
  }
}

/// A notification and its facts, with the evidence they rest on.
package struct TranslatedNotification: Sendable {
  let notification: ReceivedNotification
  let transaction: TransactionFact?
  let renewal: RenewalFact?
  let evidence: Evidence

  fileprivate init(_ verified: VerifiedNotification) throws(TranslationError) {
    let payload = verified.notification.payload
    let environment = try StoreEnvironment(apple: payload.environment)
    let bundleID = BundleID(try payload.bundleId.required("bundleId"))
    transaction = try verified.transaction.map { (jws) throws(TranslationError) in
      try TransactionFact(jws, fallback: environment)
    }
    renewal = try verified.renewal.map { (jws) throws(TranslationError) in
      try RenewalFact(
        jws, of: bundleID,
        status: RenewalStatus(number: payload.data?.status, subtype: payload.subtype?.rawValue),
        fallback: environment)
    }
    notification = try ReceivedNotification(
      payload, transaction: transaction, renewal: renewal, details: verified.details)
    evidence = Evidence(verified)
  }

  /// The notification, then its facts.
  package var events: [NewEvent] {
    let facts = [
      transaction.map(ChainEvent.transactionObserved), renewal.map(ChainEvent.renewalObserved),
    ]
    let events = [.notificationReceived(notification)] + facts.compactMap(\.self)
    return events.map { NewEvent(.chain($0), evidence: evidence) }
  }
}
