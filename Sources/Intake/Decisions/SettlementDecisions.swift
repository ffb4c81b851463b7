import EventStore
package import Ledger

/// The recording of what Apple settled.
package struct SettlementDecisions: Sendable {
  private let recorder: EventRecorder

  init(recorder: EventRecorder) {
    self.recorder = recorder
  }

  /// Records the settlements that are new, in their order, with the act of the person who imported Apple's files.
  /// Returns the recorded settlements after the commit.
  package func record(
    _ settlements: [SettledMonth], of bundleID: BundleID, signed signature: ActSignature? = nil
  ) async throws -> [SettledMonth] {
    let known = Settlements(of: bundleID, try await recorder.log.reading.shared())
    let new = settlements.filter(known.isNews)
    guard !new.isEmpty else { return [] }
    let now = recorder.now()
    let recorded = new.map { settlement in
      SharedEvent.settlementRecorded(
        SettlementRecorded(bundleID: bundleID, settlement: settlement, recordedAt: now))
    }
    let act = signature.map {
      ActRecorded(
        .settlementsRecord, on: bundleID.rawValue, values: ["months": "\(new.count)"], signed: $0,
        at: now)
    }
    _ = try await recorder.log.append(
      (recorded + [act].compactMap { $0.map(SharedEvent.actRecorded) }).map {
        NewEvent(.shared($0))
      })
    return new
  }
}
