import EventStore
import Foundation
package import Ledger
package import Postgres

/// The decisions on the ledger itself: its epoch, its pause and the rules it follows.
package struct InstallationDecisions: Sendable {
  private let recorder: EventRecorder

  init(recorder: EventRecorder) {
    self.recorder = recorder
  }

  /// Pauses the ledger and opens a new epoch after a restore from backup. No process grants after
  /// the event of the epoch: the event takes the locks of all lanes, under which later grants are
  /// refused.
  ///
  /// An interrupted call may be repeated and then opens another epoch.
  ///
  /// - Parameters:
  ///   - owner: a pool with the rights of the database's owner.
  ///   - signature: the person who recovers the ledger; nil if the program does by itself.
  @discardableResult
  package func openEpoch(
    because reason: String, by owner: Pool, signed signature: ActSignature? = nil
  ) async throws -> EpochOpened {
    let installation = try await recorder.log.readInstallation()
    let opened = EpochOpened(
      epoch: UUID(), reason: reason, kept: try await kept(installation), openedAt: recorder.now())
    try await Installation.open(opened, after: installation, by: owner)
    let act = signature.map {
      ActRecorded(
        .ledgerRecover, on: opened.epoch.uuidString.lowercased(), signed: $0, at: opened.openedAt)
    }
    _ = try await recorder.append(
      [.epochOpened(opened)] + [act].compactMap { $0.map(SharedEvent.actRecorded) })
    try await recorder.log.readInstallation()
    return opened
  }

  /// Returns the last position that this history shares with the one before it: the end of the backup, or of
  /// what a standby had when it took the place of its primary, at which moment the ledger was paused.
  private func kept(_ installation: Installation) async throws -> Position {
    let positions = recorder.log.positions
    guard let paused = installation.pausedSince else {
      return try await positions.current(withShared: true)
    }
    do { return try await positions.position(knownAt: paused) } catch EventLogError.momentAhead {
      return try await positions.current(withShared: true)
    }
  }

  /// Resumes external effects and grants in the present place, and records who did so in the same transaction, with the
  /// place before if the ledger was not paused for it.
  ///
  /// - Parameter signature: the person who unpauses the ledger; nil if the program does by itself.
  package func unpause(by owner: Pool, signed signature: ActSignature? = nil) async throws {
    guard let signature else {
      try await Installation.unpause(by: owner)
      try await recorder.log.readInstallation()
      return
    }
    let paused = try await recorder.log.readInstallation()
    var values: [String: String] = [:]
    values["pausedSince"] = paused.pausedSince?.description
    values["pausedBecause"] = paused.pausedBecause
    values["placeBefore"] = try await Inspection(owner).foreignPlace()
    let act = ActRecorded(.ledgerUnpause, values: values, signed: signature, at: recorder.now())
    try await recorder.log.acts.perform(act, in: owner) { connection, _ in
      try Installation.unpause(on: connection)
    }
    try await recorder.log.readInstallation()
  }

  /// Returns the moment at which the ledger was paused; nil if it is not paused.
  package func pausedSince() async throws -> Instant? {
    try await recorder.log.readInstallation().pausedSince
  }

  /// Returns the moment at which an event of a purchase or account was last recorded; nil if there
  /// is none.
  package func recordedUntil() async throws -> Instant? {
    try await recorder.log.positions.recordedUntil()
  }

  /// Records that a master key was lost, with the number of streams that it sealed.
  package func recordLoss(
    of masterKey: String, streams: Int, author: String, reason: String
  ) async throws {
    let lost = EvidenceLost(
      masterKey: masterKey, streams: streams, author: author, reason: reason,
      lostAt: recorder.now())
    _ = try await recorder.append([NewEvent(.shared(.evidenceLost(lost)))])
  }

  /// Records the number of this build's rules if another one was recorded last, or none. Two servers
  /// that start at once may both record it, which changes nothing.
  package func noteRules() async throws {
    let state = SharedState(try await recorder.log.reading.shared())
    guard state.rules != RulesChanged.present else { return }
    let change = RulesChanged(number: RulesChanged.present, changedAt: recorder.now())
    _ = try await recorder.append([NewEvent(.shared(.rulesChanged(change)))])
  }
}
