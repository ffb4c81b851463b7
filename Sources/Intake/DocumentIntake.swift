import AppStore
import EventStore
import Foundation
package import Ledger

/// The result of one document passed to `daicho ingest`.
package struct IngestedDocument: Sendable, Hashable {
  package let kind: DocumentKind
  /// True if everything in the document was known.
  package let duplicate: Bool
  /// The number of facts in the document.
  package let facts: Int
  package let position: Position
  /// The unknown purchase that the document names and proves nothing of; nil if there is none.
  package var named: NamedPurchase?
}

/// The intake of documents that a person keeps, of any kind.
package struct DocumentIntake: Sendable {
  private let recorder: EventRecorder
  private let admission: Admission
  private let verifier: PayloadVerifier
  private let legacy: LegacyReader
  private let ownership: ChainOwnerDecisions
  private let judge: TransactionJudge
  private let notifications: NotificationIntake
  private let receipts: TransactionReceiptIntake

  init(
    recorder: EventRecorder, admission: Admission, verifier: PayloadVerifier, legacy: LegacyReader,
    ownership: ChainOwnerDecisions, judge: TransactionJudge,
    notifications: NotificationIntake, receipts: TransactionReceiptIntake
  ) {
    self.recorder = recorder
    self.admission = admission
    self.verifier = verifier
    self.legacy = legacy
    self.ownership = ownership
    self.judge = judge
    self.notifications = notifications
    self.receipts = receipts
  }

  /// Ingests one document of any kind with the same checks as HTTP: the body of a notification, a JWS,
  /// an app receipt or a transaction receipt of iOS 6, as it is or in Base64, or an answer of
  /// verifyReceipt.
  ///
  /// - Parameter origin: the app and environment of a document that names none.
  package func ingest(
    _ document: [UInt8], from origin: DocumentOrigin = DocumentOrigin()
  ) async throws -> IngestedDocument {
    // The last byte of a receipt may be that of a space.
    if DocumentKind.detect(document) == .receipt {
      return try await ingest(document, as: .receipt, from: origin)
    }
    let trimmed = document.trimmingWhitespace
    if let kind = DocumentKind.detect(trimmed) {
      return try await ingest(trimmed, as: kind, from: origin)
    }
    if let receipt = ReceiptText.bytes(String(decoding: trimmed, as: UTF8.self)),
      let kind = DocumentKind.detect(receipt), kind == .receipt || kind == .transactionReceipt
    {
      return try await ingest(receipt, as: kind, from: origin)
    }
    throw Rejection(unknown: trimmed)
  }

  private func ingest(
    _ document: [UInt8], as kind: DocumentKind, from origin: DocumentOrigin
  ) async throws -> IngestedDocument {
    switch kind {
    case .notification where document.first != UInt8(ascii: "{"):
      return IngestedDocument(kind, try await notifications.receive(jws: document))
    case .notification, .notificationV1:
      return IngestedDocument(kind, try await notifications.receive(notification: document))
    case .transaction, .appTransaction: return try await ingest(transaction: document, kind)
    case .renewal: return try await ingest(renewal: document, from: origin)
    case .receipt:
      let receipt = try legacy.receipt(document, at: recorder.now())
      let evidence = Evidence(document)
      return try await ingest(
        UnsignedStatement(receipt).facts.map {
          NewEvent(.chain(.transactionObserved($0)), evidence: evidence)
        }, of: kind)
    case .receiptAnswer:
      let (answer, evidence) = try legacy.answer(document, from: origin, at: recorder.now())
      let events =
        answer.transactions.map(ChainEvent.transactionObserved)
        + answer.renewals.map(ChainEvent.renewalObserved)
      return try await ingest(
        events.map { NewEvent(.chain($0), evidence: evidence) }, of: kind)
    case .transactionReceipt:
      let named = try await receipts.purchase(namedIn: document, from: origin)
      return IngestedDocument(
        kind: kind, duplicate: named.isKnown, facts: 0,
        position: try await recorder.log.position(), named: named.isKnown ? nil : named)
    }
  }

  private func ingest(
    _ events: [NewEvent], of kind: DocumentKind
  ) async throws -> IngestedDocument {
    let appended = try await recorder.append(events)
    return IngestedDocument(
      kind: kind,
      duplicate: !events.isEmpty && appended.outcomes.allSatisfy(\.isDuplicate),
      facts: events.count, position: appended.position)
  }

  private func ingest(
    transaction document: [UInt8], _ kind: DocumentKind
  ) async throws -> IngestedDocument {
    let jws = String(decoding: document, as: UTF8.self)
    let draft = try await judge.judge(jws, PostScope()).get()
    let tokens = try await ownership.tokenAliases(of: [draft.fact])
    let appended = try await recorder.append(
      [draft.observed] + draft.fact.following(tokens, at: recorder.now()))
    _ = try await ownership.settle(draft.fact, for: nil, isRestore: false, after: appended.position)
    return IngestedDocument(
      kind: kind, duplicate: appended.outcomes[0].isDuplicate, facts: 1,
      position: appended.position)
  }

  /// Ingests a renewal on its own. It names no app: that is the named one, or the only one configured. A
  /// renewal of an unknown chain is kept until the chain is known.
  ///
  /// - Parameter status: the status that Apple told beside the renewal; nil if it told none.
  package func ingest(
    renewal document: [UInt8], status: RenewalStatus? = nil, from origin: DocumentOrigin
  ) async throws -> IngestedDocument {
    let (fact, evidence) = try await verify(
      renewal: document, of: try origin.app(of: "a renewal", in: admission), status: status)
    try admission.admit(fact.chain.bundleID, fact.chain.environment)
    return try await ingest(
      [NewEvent(.chain(.renewalObserved(fact)), evidence: evidence)], of: .renewal)
  }

  private func verify(
    renewal document: [UInt8], of bundleID: BundleID, status: RenewalStatus?
  ) async throws(Rejection) -> (RenewalFact, Evidence) {
    let verified: Verified<RenewalPayload>
    do {
      verified = try await verifier.verify(
        SignedPayload(document), as: RenewalPayload.self, now: recorder.clock)
    } catch {
      throw Rejection(error)
    }
    do {
      return (try RenewalFact(verified, of: bundleID, status: status), Evidence(verified))
    } catch {
      throw Rejection(error)
    }
  }
}

extension IngestedDocument {
  fileprivate init(_ kind: DocumentKind, _ receipt: NotificationReceipt) {
    self.init(
      kind: kind, duplicate: receipt.duplicate, facts: receipt.facts, position: receipt.position)
  }
}

extension [UInt8] {
  fileprivate var trimmingWhitespace: [UInt8] {
    let isSpace: (UInt8) -> Bool = { $0 == 32 || (9...13).contains($0) }
    return Array(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
