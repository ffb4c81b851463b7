import EventStore
package import Ledger

/// The recording of what Apple settled.
package struct SettlementDecisions: Sendable {
  private let recorder: EventRecorder

  init(recorder: EventRecorder) {
    self.recorder = recorder
  }

  /// Records settlements in their order, without those that tell nothing new. Returns the recorded ones
  /// after the commit.
  package func record(
    _ settlements: [SettledMonth], of bundleID: BundleID
  ) async throws -> [SettledMonth] {
    let known = Settlements(of: bundleID, try await recorder.log.reading.shared())
    let new = settlements.filter(known.isNews)
    guard !new.isEmpty else { return [] }
    let now = recorder.now()
    _ = try await recorder.log.append(
      new.map { settlement in
        NewEvent(
          .shared(
            .settlementRecorded(
              SettlementRecorded(bundleID: bundleID, settlement: settlement, recordedAt: now))))
      })
    return new
  }
}
