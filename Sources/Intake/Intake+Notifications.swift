import AppStore
import EventStore
import Foundation
import Ledger

extension Intake {
  /// Ingests the body of a notification V2: `{"signedPayload": JWS}`. Returns after the commit.
  ///
  /// Every genuine notification of a configured app is stored, whatever its type. A notification
  /// with a known `notificationUUID` is a duplicate and stores nothing.
  package func receive(notification body: [UInt8]) async throws -> NotificationReceipt {
    try await receive(notification: try NotificationBody(body).signedPayload)
  }

  func receive(notification signedPayload: String) async throws -> NotificationReceipt {
    let (verified, signed) = try await verify(notification: signedPayload)
    let translated = try translate(verified, signed)
    let tokens = try await tokenAliases(of: [translated.fact].compactMap(\.self))
    let appended = try await append(
      translated.events + (translated.fact?.following(tokens, at: now()) ?? []))
    if let fact = translated.fact, fact.replacedChain != nil {
      _ = try await settle(fact, for: nil, isRestore: false, after: appended.position)
    }
    return NotificationReceipt(
      duplicate: appended.outcomes[0].isDuplicate, position: appended.position)
  }

  private func verify(
    notification signedPayload: String
  ) async throws(Rejection) -> (VerifiedNotification, SignedPayload) {
    do {
      let signed = try SignedPayload(signedPayload)
      return (try await verifier.verify(notification: signed, now: clock), signed)
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

/// The JSON body around a notification.
struct NotificationBody {
  let signedPayload: String

  private struct Fields: Decodable {
    let signedPayload: String?
    let versionOneType: String?

    private enum CodingKeys: String, CodingKey {
      case signedPayload
      case versionOneType = "notification_type"
    }
  }

  init(_ body: [UInt8]) throws(Rejection) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(body)) else {
      throw Rejection(
        .unreadable, code: "unreadable_json",
        detail: "the body is not a JSON object with the field signedPayload")
    }
    if fields.signedPayload == nil, fields.versionOneType != nil {
      throw Rejection(
        .unreadable, code: "notification_v1_not_supported",
        detail: "notification_type belongs to version 1: set the URL to version 2 at Apple")
    }
    guard let signedPayload = fields.signedPayload else {
      throw Rejection(
        .unreadable, code: "missing_signed_payload",
        detail: "signedPayload is missing: send the body exactly as Apple posted it")
    }
    self.signedPayload = signedPayload
  }
}
