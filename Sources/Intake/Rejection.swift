import AppStore
import EventStore
import Postgres

/// A reason for not ingesting a document. Nothing of the document was stored.
package struct Rejection: Error, Hashable, Sendable {
  /// The kinds of rejection, by the sender's remedy.
  package enum Kind: Sendable {
    /// The document cannot be read. A retry of the same bytes cannot help.
    case unreadable
    /// The document was not signed by its claimed signer.
    case notGenuine
    /// The document is genuine but meant for an app or environment that is not configured here.
    case notConfigured
    /// The document is valid but cannot be stored now. The sender should send it again.
    case unavailable
  }

  package let kind: Kind
  /// A stable code in snake_case.
  package let code: String
  /// The field and the remedy, without any of the received content.
  package let detail: String

  package init(_ kind: Kind, code: String, detail: String) {
    self.kind = kind
    self.code = code
    self.detail = detail
  }

  package var isRetryable: Bool { kind == .unavailable }

  /// Runs a write. Translates unstorable content and transient storage errors into rejections.
  package static func translatingFailure<Result>(
    _ write: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await write()
    } catch EventLogError.unstorable {
      throw Rejection.unstorable
    } catch EventLogError.overloaded {
      throw Rejection(
        .unavailable, code: "overloaded",
        detail: "too many requests wait to be stored: send it again")
    } catch EventLogError.closed, EventLogError.forgotten {
      throw Rejection.storageUnavailable
    } catch let error as PostgresError where error.isRetryable {
      throw Rejection.storageUnavailable
    }
  }
}

extension Rejection {
  static let unstorable = Rejection(
    .unreadable, code: "unstorable_text",
    detail:
      "the document has a moment after the year 9999, or a text with a NUL or over 1024 bytes, "
      + "as Apple sends none: fetch it again from Apple"
  )

  fileprivate static let storageUnavailable = Rejection(
    .unavailable, code: "storage_unavailable",
    detail: "it could not be stored now: send it again")

  init(_ error: VerificationError) {
    switch error {
    case .malformedJWS, .unreadablePayload, .missingSignedDate:
      self.init(.unreadable, code: error.code, detail: error.description)
    case .unsupportedAlgorithm, .invalidCertificateChain, .missingAppleMarker, .untrustedRoot,
      .rootNotForEnvironment, .certificateNotValidAtSignedDate, .invalidSignature,
      .certificateRevoked, .signedInTheFuture, .mismatchedPayloads:
      self.init(.notGenuine, code: error.code, detail: error.description)
    case .revocationStatusUnavailable:
      self.init(.unavailable, code: error.code, detail: error.description)
    }
  }

  init(_ error: TranslationError) {
    switch error {
    case .missing(let field):
      self.init(
        .unreadable, code: "incomplete_payload",
        detail: "\(field) is missing from the signed payload: fetch it again from Apple")
    case .unknownEnvironment(let field):
      self.init(
        .notConfigured, code: "unknown_environment",
        detail: "\(field) is none of Production, Sandbox, Xcode, LocalTesting")
    case .outOfBounds(let field):
      self.init(
        .unreadable, code: "price_out_of_bounds",
        detail: "\(field) is not from 0 to \(MoneyBound.milliunitsMax) milliunits")
    }
  }

  init(_ error: ReceiptError) {
    let kind: Kind =
      switch error {
      case .receiptTooLarge, .malformedReceipt, .missingCreationDate, .tooManyPurchases,
        .unknownEnvironment, .missingAttribute, .unreadableAttribute:
        .unreadable
      case .unsupportedAlgorithm, .invalidReceiptSignature, .invalidReceiptChain,
        .missingAppleMarker, .untrustedReceiptRoot, .rootNotForEnvironment, .rootNotForApp,
        .certificateNotValidAtCreationDate, .receiptCreatedInTheFuture, .receiptExpired,
        .wrongDevice:
        .notGenuine
      }
    self.init(kind, code: error.code, detail: error.description)
  }

  init(_ error: LegacyDocumentError) {
    let code =
      switch error {
      case .tooLarge: "document_too_large"
      case .malformed: "unreadable_json"
      case .tooDeep: "nested_too_deeply"
      case .duplicateKey: "repeated_field"
      case .tooMany: "too_many_entries"
      case .missing: "missing_field"
      case .unreadable: "unreadable_field"
      case .contradiction: "contradictory_fields"
      }
    let remedy =
      switch error {
      case .tooLarge, .tooMany:
        "Apple sends none so large; query Apple for the customer's history instead"
      case .contradiction:
        "send the document exactly as Apple sent it, about one app and one environment"
      case .malformed, .tooDeep, .duplicateKey, .missing, .unreadable:
        "send the document exactly as Apple sent it"
      }
    self.init(.unreadable, code: code, detail: "\(error.description): \(remedy)")
  }
}
