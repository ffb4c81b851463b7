import AppStore
import EventStore
import Foundation
import Intake
import Ledger

/// A verifier of the receipts inside documents that Apple does not sign. A fact of a receipt's trust that
/// rests on such a document was told by the receipt inside, which must verify, and be of the same app and
/// environment.
struct InnerReceiptVerifier: Sendable {
  private static let pageMax = 500

  let log: EventLog
  let receipts: AppReceiptVerifier
  let now: Date

  /// Verifies the receipts inside these documents of one lane, given by the events that brought them.
  /// Throws the first `BrokenPromise`.
  func verify(_ documents: [EventID: [UInt8]]) async throws {
    guard let first = documents.keys.min(), let last = documents.keys.max() else { return }
    var judged: Set<EventID> = []
    try await eachFact(of: first.lane, from: first.position, restingUpTo: last) { evidence, fact in
      guard let document = documents[evidence], judged.insert(evidence).inserted else { return }
      try judge(document, told: fact, at: evidence)
    }
  }

  /// Hands over the facts of a receipt's trust with their evidence, from a position to the end of the
  /// moment at which the last evidence was recorded: all facts of a document are recorded at once.
  private func eachFact(
    of lane: Int16, from start: Int64, restingUpTo last: EventID,
    _ body: (EventID, TransactionFact) throws -> Void
  ) async throws {
    var (position, end): (Int64, Instant?) = (start - 1, nil)
    while true {
      let page = try await log.reading.events(lane: lane, after: position, limit: Self.pageMax)
      for event in page {
        if event.id == last { end = event.recordedAt }
        if let end, event.recordedAt > end { return }
        guard case .chain(.transactionObserved(let fact)) = event.event,
          fact.assertion.trust == .receipt, let evidence = event.evidence
        else { continue }
        try body(evidence, fact)
      }
      guard page.count == Self.pageMax, let reached = page.last?.id.position else { return }
      position = reached
    }
  }

  private func judge(
    _ document: [UInt8], told fact: TransactionFact, at evidence: EventID
  ) throws(BrokenPromise) {
    let place = BrokenPromise.Place.evidence(evidence)
    let receipt: AppReceipt
    do {
      guard let contents = try Self.receipt(in: document) else {
        throw BrokenPromise(place, "a fact rests on the receipt inside, and there is none")
      }
      receipt = try receipts.verify(contents, now: now)
    } catch let broken as BrokenPromise {
      throw broken
    } catch {
      throw BrokenPromise(place, "the receipt inside does not verify: \(error)")
    }
    guard receipt.bundleID == fact.chain.bundleID.rawValue,
      receipt.jwsEnvironment == fact.chain.environment.rawValue
    else {
      throw BrokenPromise(
        place, "the receipt inside is of another app or environment than its facts")
    }
  }

  private static func receipt(in document: [UInt8]) throws -> [UInt8]? {
    DocumentKind.detect(document) == .notificationV1
      ? try NotificationV1(document).latestReceiptBytes
      : try VerifyReceiptAnswer(document).latestReceiptBytes
  }
}
