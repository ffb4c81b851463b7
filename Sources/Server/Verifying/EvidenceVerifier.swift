import AppStore
import EventStore
import Foundation
import Intake
import Ledger

/// A verifier of stored evidence. Apple must have signed the bytes, as of that time, and they must
/// be of the kind that their event says. A notification of version 1 and an answer of verifyReceipt,
/// which Apple does not sign, must be readable, and the receipt inside must be signed if facts rest on
/// it.
struct EvidenceVerifier: Sendable {
  private static let pageMax = 200
  /// The documents that Apple does not sign, which may hold a receipt that it did.
  private static let unsignedKinds: Set<DocumentKind?> = [.notificationV1, .receiptAnswer]

  let log: EventLog
  let verifier: PayloadVerifier
  let receipts: AppReceiptVerifier
  let now: Date

  /// Verifies a lane up to a head, until there are `findingsMax` findings.
  func verify(
    _ head: LaneHead, onProgress: @Sendable (_ events: Int) -> Void
  ) async throws -> (counts: VerifyReport.Evidence, findings: [BrokenPromise]) {
    var counts = VerifyReport.Evidence()
    var findings: [BrokenPromise] = []
    var last: Int64 = 0
    while true {
      let page = try await log.evidence(
        lane: head.lane, after: last, upTo: head.position, limit: Self.pageMax)
      var unsigned: [EventID: [UInt8]] = [:]
      for carried in page {
        let bytes: [UInt8]
        do {
          guard let judged = try await judge(carried, &counts) else { continue }
          bytes = judged
        } catch {
          if !findings.contains(error) { findings.append(error) }
          continue
        }
        counts.verified += 1
        if Self.unsignedKinds.contains(DocumentKind.detect(bytes)) { unsigned[carried.id] = bytes }
      }
      do {
        try await InnerReceiptVerifier(log: log, receipts: receipts, now: now).verify(unsigned)
      } catch let broken as BrokenPromise {
        findings.append(broken)
      }
      guard page.count == Self.pageMax, findings.count < LogVerifier.findingsMax,
        let end = page.last?.id.position
      else {
        onProgress(Int(head.position - last))
        return (counts, Array(findings.prefix(LogVerifier.findingsMax)))
      }
      onProgress(Int(end - last))
      last = end
    }
  }

  /// Verifies a piece of evidence, and returns its bytes; nil if it was erased or lost, which is counted.
  private func judge(
    _ carried: CarriedEvidence, _ counts: inout VerifyReport.Evidence
  ) async throws(BrokenPromise) -> [UInt8]? {
    let place = BrokenPromise.Place.evidence(carried.id)
    switch carried.evidence {
    case .success(.erased):
      counts.erased += 1
      return nil
    case .success(.lost):
      counts.lost += 1
      return nil
    case .failure(.unknownMasterKey(let id)): throw .lacking(masterKey: id)
    case .failure(.unopenedKey):
      throw BrokenPromise(
        .record(table: "data_key", key: "of evidence \(carried.id)"),
        "column wrapped: it does not open with the master key that it names")
    case .failure(let error): throw BrokenPromise(place, "it does not open: \(error)")
    case .success(.received(let bytes)):
      do {
        try await judge(bytes, carried.carrier)
      } catch {
        throw BrokenPromise(place, "it does not verify: \(error)")
      }
      return bytes
    }
  }

  private func judge(
    _ bytes: [UInt8], _ carrier: CarriedEvidence.Carrier
  ) async throws {
    switch DocumentKind.detect(bytes) {
    case .notificationV1: _ = try NotificationV1(bytes)
    case .receiptAnswer: _ = try VerifyReceiptAnswer(bytes)
    case .receipt: _ = try receipts.verify(bytes, now: now)
    case .notification, .transaction, .renewal, .appTransaction, .transactionReceipt, nil:
      try await judge(try SignedPayload(bytes), carrier)
    }
  }

  private func judge(
    _ signed: SignedPayload, _ carrier: CarriedEvidence.Carrier
  ) async throws(VerificationError) {
    let kind = PayloadKind.detect(signed)
    switch (carrier, kind) {
    case (.transaction, .appTransaction):
      _ = try await verifier.verify(signed, as: AppTransactionPayload.self, now: now)
    case (.notification, _), (.transaction, .notification), (.renewal, .notification):
      _ = try await verifier.verify(notification: signed, now: now)
    case (.transaction, _):
      _ = try await verifier.verify(signed, as: TransactionPayload.self, now: now)
    case (.renewal, _):
      _ = try await verifier.verify(signed, as: RenewalPayload.self, now: now)
    case (.decision, .transaction):
      _ = try await verifier.verify(signed, as: TransactionPayload.self, now: now)
    case (.decision, _):
      _ = try await verifier.verify(notification: signed, now: now)
    }
  }
}
