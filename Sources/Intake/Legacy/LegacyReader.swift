import AppStore
import EventStore
import Foundation
import Ledger

/// A reader of the documents by which Apple told of purchases before it signed each one: notifications
/// of version 1, app receipts and answers of verifyReceipt.
///
/// It authenticates a document, compares its app and environment with the settings, and translates
/// it. It stores nothing.
package struct LegacyReader: Sendable {
  private let admission: Admission
  private let secrets: [BundleID: SharedSecret]
  private let receipts: AppReceiptVerifier

  /// - Parameter secrets: the shared secret of each app that has one.
  init(
    admission: Admission, secrets: [BundleID: SharedSecret], receipts: AppReceiptVerifier
  ) {
    self.admission = admission
    self.secrets = secrets
    self.receipts = receipts
  }

  /// The largest body of a notification of version 1, in bytes; nil if none is accepted, because no app has a
  /// shared secret.
  package var versionOneBytesMax: Int? { secrets.keys.map(admission.versionOneBytesMax).max() }

  /// Reads the body of a notification of version 1. Its password must be the shared secret of its
  /// app, and is compared before the rest is read.
  func notification(
    _ body: [UInt8], at now: Instant
  ) throws(Rejection) -> (TranslatedNotificationV1, Evidence) {
    guard !secrets.isEmpty else { throw Self.secretNotConfigured }
    if let sender = NotificationV1.Sender(of: body) { try authenticate(sender) }
    let told: NotificationV1
    do {
      told = try NotificationV1(body)
    } catch {
      throw Rejection(error)
    }
    guard let name = told.bundleID else {
      throw Rejection(LegacyDocumentError.missing(field: "bid"))
    }
    let bundleID = BundleID(name)
    try authenticate(told.password, of: bundleID)
    try admission.admit(bundleID, StoreEnvironment(told.environment))
    let (receipt, finding) = latestReceipt(
      told.latestReceiptBytes, of: bundleID, in: StoreEnvironment(told.environment), at: now)
    let translated = TranslatedNotificationV1(
      told, of: bundleID, receipt, details: finding, receivedAt: now)
    return (translated, Evidence(told.withoutPassword))
  }

  /// Reads an answer of verifyReceipt that a person keeps. Its app must be configured here. An answer
  /// about a receipt of iOS 6 names no environment, so that its origin does.
  func answer(
    _ body: [UInt8], from origin: DocumentOrigin, at now: Instant
  ) throws(Rejection) -> (TranslatedReceiptAnswer, Evidence) {
    let answer: VerifyReceiptAnswer
    do {
      answer = try VerifyReceiptAnswer(body)
    } catch {
      throw Rejection(error)
    }
    guard answer.verdict.isValid else {
      throw Rejection(
        .unreadable, code: "invalid_receipt_answer",
        detail: "status is \(answer.status), so that the answer describes no receipt: ask again")
    }
    guard let name = answer.receipt?.bundleID else {
      throw Rejection(LegacyDocumentError.missing(field: "receipt.bundle_id"))
    }
    let bundleID = BundleID(name)
    guard admission.isConfigured(bundleID) else { throw Admission.appNotConfigured }
    let environment = try origin.environment(of: answer, about: bundleID, in: admission)
    try admission.admit(bundleID, environment)
    let (receipt, _) = latestReceipt(
      answer.latestReceiptBytes, of: bundleID, in: environment, at: now)
    let translated = TranslatedReceiptAnswer(
      answer, of: bundleID, in: environment, receipt, receivedAt: now)
    return (translated, Evidence(body))
  }

  /// Verifies an app receipt and that it belongs to this device, if one is named. Its app must be
  /// configured here.
  func receipt(
    _ contents: [UInt8], from device: [UInt8]? = nil, within scope: PostScope = PostScope(),
    at now: Instant
  ) throws(Rejection) -> AppReceipt {
    let receipt: AppReceipt
    do {
      receipt = try receipts.verify(contents, now: now.date)
    } catch {
      throw Rejection(error)
    }
    let (bundleID, environment) = (BundleID(receipt.bundleID), StoreEnvironment(receipt))
    try scope.admitByReach(bundleID, environment)
    try admission.admit(
      bundleID, environment, appAppleID: receipt.appAppleID == 0 ? nil : receipt.appAppleID)
    try scope.admit(bundleID, environment)
    if let device, !receipt.isFor(device: device) { throw Rejection(ReceiptError.wrongDevice) }
    return receipt
  }

  /// Compares the password of a sender. Old notifications name their app in the rest of the body alone: the
  /// password must be some app's.
  private func authenticate(_ sender: NotificationV1.Sender) throws(Rejection) {
    if let name = sender.bundleID { return try authenticate(sender.password, of: BundleID(name)) }
    guard let password = sender.password, secrets.values.contains(where: { $0.matches(password) })
    else { throw Self.wrongSecret }
  }

  /// Compares the password in constant time. Without a configured secret nothing can be compared.
  private func authenticate(
    _ password: SharedSecret?, of bundleID: BundleID
  ) throws(Rejection) {
    guard admission.isConfigured(bundleID) else { throw Admission.appNotConfigured }
    guard let secret = secrets[bundleID] else { throw Self.secretNotConfigured }
    guard let password, secret.matches(password) else { throw Self.wrongSecret }
  }

  private static let wrongSecret = Rejection(
    .notGenuine, code: "wrong_shared_secret",
    detail: "password is not the app's shared secret: correct sharedSecretFile in DAICHO_APPS")

  private static let secretNotConfigured = Rejection(
    .notConfigured, code: "shared_secret_not_configured",
    detail: "a notification of version 1 needs the app's sharedSecretFile in DAICHO_APPS: add the "
      + "file, or set the URL to version 2 at Apple")

  /// Returns the receipt inside a document, if it verifies and is of the same app and environment;
  /// otherwise the reason, by the name of the field.
  private func latestReceipt(
    _ contents: [UInt8]?, of bundleID: BundleID, in environment: StoreEnvironment, at now: Instant
  ) -> (AppReceipt?, details: [String: String]) {
    guard let contents else { return (nil, [:]) }
    do throws(ReceiptError) {
      let receipt = try receipts.verify(contents, now: now.date)
      guard receipt.bundleID == bundleID.rawValue,
        StoreEnvironment(receipt) == environment
      else { return (nil, ["latest_receipt": "of_another_app_or_environment"]) }
      return (receipt, [:])
    } catch {
      return (nil, ["latest_receipt": error.code])
    }
  }
}

extension Instant {
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
