package import AppStore
package import EventStore
import Foundation
package import Ledger
import Postgres

/// The one door in: verifies, keeps the evidence, translates, and appends, once.
package struct Intake: Sendable {
  let admission: Admission
  let verifier: PayloadVerifier
  let log: EventLog
  package let wallets: Wallets
  let now: @Sendable () -> Instant
  /// The owners of chains that were decided on, as far as they were folded.
  let owners = StreamFolds<ChainOwners>()
  /// The consents that were decided on, likewise.
  let consents = StreamFolds<ConsentBook>()

  package init(
    apps: [ConfiguredApp], verifier: PayloadVerifier, log: EventLog,
    now: @escaping @Sendable () -> Instant
  ) {
    admission = Admission(apps)
    self.verifier = verifier
    self.log = log
    wallets = Wallets(log)
    self.now = now
  }

  /// A position as it is told to the outside.
  package func token(_ position: Position) -> PositionToken { log.token(position) }

  var clock: Date { Date(timeIntervalSince1970: Double(now().milliseconds) / 1_000) }

  func append(
    _ events: [NewEvent], names: [AccountName] = []
  ) async throws -> Appended {
    try await translatingTrouble { try await log.append(events, names: names) }
  }

  /// Tells trouble of the moment apart from trouble of ours.
  package func translatingTrouble<Result>(_ write: () async throws -> Result) async throws -> Result
  {
    do {
      return try await write()
    } catch EventLogError.unstorable {
      throw Refusal.unstorable
    } catch EventLogError.overloaded {
      throw Refusal(
        .unavailable, code: "overloaded",
        detail: "more waits to be stored than is kept in memory: send it again")
    } catch let error as PostgresError where error.isRetryable {
      throw Refusal(
        .unavailable, code: "storage_unavailable",
        detail: "it could not be stored now: send it again")
    }
  }
}

extension Refusal {
  static let unstorable = Refusal(
    .unreadable, code: "unstorable_text",
    detail:
      "the signed payload has a moment beyond the year 9999, or a text with a NUL or of over 1024 bytes"
  )

  init(_ error: VerificationError) {
    switch error {
    case .malformedJWS, .unreadablePayload, .missingSignedDate:
      self.init(.unreadable, code: error.code, detail: error.description)
    case .unsupportedAlgorithm, .invalidCertificateChain, .missingAppleMarker, .untrustedRoot,
      .certificateNotValidAtSignedDate, .invalidSignature, .signedInTheFuture,
      .mismatchedPayloads:
      self.init(.notGenuine, code: error.code, detail: error.description)
    }
  }

  init(_ error: TranslationError) {
    switch error {
    case .missing(let field):
      self.init(
        .unreadable, code: "incomplete_payload",
        detail: "\(field) is missing from the signed payload: fetch it anew from Apple")
    case .unknownEnvironment(let field):
      self.init(
        .notConfigured, code: "unknown_environment",
        detail: "\(field) is none of Production, Sandbox, Xcode, LocalTesting")
    }
  }
}
