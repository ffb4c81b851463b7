package import AppStore
package import EventStore
import Foundation
package import Ledger
import Postgres

/// The only way into the log: verifies a document, translates it, and appends its events and
/// evidence once.
package struct Intake: Sendable {
  let admission: Admission
  let verifier: PayloadVerifier
  package let legacy: LegacyReader
  let log: EventLog
  let accounts: AccountReader
  package let wallets: Wallets
  /// The cached shared state, with the declared coins.
  let sharedState: SharedStateCache
  let now: @Sendable () -> Instant
  /// The cached owners of chains that were decided on.
  let owners: AggregateCache<ChainOwners>
  /// The cached consents that were decided on.
  let consents: AggregateCache<ConsentBook>

  /// - Parameters:
  ///   - receipts: the verifier of app receipts.
  ///   - secrets: the shared secrets, by which notifications of version 1 are authenticated.
  package init(
    apps: [ConfiguredApp], verifier: PayloadVerifier,
    receipts: AppReceiptVerifier = AppReceiptVerifier(),
    secrets: [BundleID: SharedSecret] = [:], log: EventLog, now: @escaping @Sendable () -> Instant
  ) {
    let admission = Admission(apps)
    self.admission = admission
    self.verifier = verifier
    legacy = LegacyReader(admission: admission, secrets: secrets, receipts: receipts)
    self.log = log
    accounts = AccountReader(log)
    wallets = Wallets(log)
    sharedState = SharedStateCache(log)
    owners = AggregateCache(of: log)
    consents = AggregateCache(of: log)
    self.now = now
  }

  /// The log, for reading.
  package var eventLog: EventLog { log }

  /// Returns a position as callers outside see it.
  package func token(_ position: Position) -> PositionToken { log.token(position) }

  var clock: Date { now().date }

  func append(
    _ events: [NewEvent], names: [AccountName] = []
  ) async throws -> Appended {
    try await translatingFailure { try await log.append(events, names: names) }
  }

  /// Runs a write. Translates unstorable content and transient storage errors into rejections.
  package func translatingFailure<Result>(_ write: () async throws -> Result) async throws -> Result
  {
    do {
      return try await write()
    } catch EventLogError.unstorable {
      throw Rejection.unstorable
    } catch EventLogError.overloaded {
      throw Rejection(
        .unavailable, code: "overloaded",
        detail: "too many requests wait to be stored: send it again")
    } catch EventLogError.closed {
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
      "the signed payload has a moment after the year 9999, or a text with a NUL or over 1024 bytes"
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
}
