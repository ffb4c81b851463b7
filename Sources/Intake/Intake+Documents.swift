import AppStore
import EventStore
package import Ledger

/// The result of one document passed to `daicho ingest`.
package struct IngestedDocument: Sendable, Hashable {
  /// `notification`, `transaction` or `renewal`.
  package let kind: String
  package let duplicate: Bool
  package let position: Position
}

extension Intake {
  /// Ingests one document of any accepted kind with the same checks as HTTP. The document is the
  /// body of a notification, or the JWS of a notification, a transaction or a renewal.
  package func ingest(_ document: [UInt8]) async throws -> IngestedDocument {
    let trimmed = document.trimmingWhitespace
    if trimmed.first == UInt8(ascii: "{") {
      let receipt = try await receive(notification: trimmed)
      return IngestedDocument(.notification, receipt.duplicate, receipt.position)
    }
    let signed: SignedPayload
    do {
      signed = try SignedPayload(trimmed)
    } catch {
      throw Rejection(error)
    }
    switch PayloadKind.detect(signed) {
    case .notification:
      let receipt = try await receive(notification: signed.text)
      return IngestedDocument(.notification, receipt.duplicate, receipt.position)
    case .transaction:
      return try await receive(transaction: signed)
    case .renewal: return try await receive(renewal: signed)
    case .appTransaction, nil:
      throw Rejection(
        .unreadable, code: "unknown_document",
        detail: "the document is neither a notification nor a transaction nor a renewal")
    }
  }

  private func receive(transaction signed: SignedPayload) async throws -> IngestedDocument {
    let draft = try await judge(signed.text, PostScope()).get()
    let tokens = try await tokenAliases(of: [draft.fact])
    let appended = try await append(
      [draft.observed] + draft.fact.following(tokens, at: now()))
    _ = try await settle(draft.fact, for: nil, isRestore: false, after: appended.position)
    return IngestedDocument(.transaction, appended.outcomes[0].isDuplicate, appended.position)
  }

  private func receive(renewal signed: SignedPayload) async throws -> IngestedDocument {
    let fact = try await verify(renewal: signed)
    try admission.admit(renewalIn: fact.chain.environment)
    let evidence = Evidence(signed.bytes)
    let appended = try await append(
      [NewEvent(.chain(.renewalObserved(fact)), evidence: evidence)])
    return IngestedDocument(.renewal, appended.outcomes[0].isDuplicate, appended.position)
  }

  private func verify(renewal signed: SignedPayload) async throws(Rejection) -> RenewalFact {
    let verified: Verified<RenewalPayload>
    do {
      verified = try await verifier.verify(signed, as: RenewalPayload.self, now: clock)
    } catch {
      throw Rejection(error)
    }
    do {
      return try RenewalFact(verified)
    } catch {
      throw Rejection(error)
    }
  }
}

extension IngestedDocument {
  fileprivate init(_ kind: PayloadKind, _ duplicate: Bool, _ position: Position) {
    self.init(kind: kind.rawValue, duplicate: duplicate, position: position)
  }
}

extension [UInt8] {
  fileprivate var trimmingWhitespace: [UInt8] {
    let isSpace: (UInt8) -> Bool = { $0 == 32 || (9...13).contains($0) }
    return Array(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
