package import Ledger
package import Postgres

/// The recorder of acts of persons. An act that changes the database is recorded in the transaction of its change,
/// which may be that of a login with other rights than the log's own sessions.
package struct ActRecorder: Sendable {
  private let log: EventLog

  init(_ log: EventLog) {
    self.log = log
  }

  /// Records an act whose work is more than one transaction, or none. Returns after the commit.
  @discardableResult
  package func record(_ act: ActRecorded) async throws -> EventID {
    let request = AppendRequest(events: [NewEvent(.shared(.actRecorded(act)))])
    return try await log.appender.append(request).outcomes[0].id
  }

  /// Records an act and does its work in one transaction of a pool. Returns after the commit. An error of the work
  /// leaves neither.
  ///
  /// - Parameter work: called under the locks of all lanes, with the id of the act's event.
  package func perform<Result: Sendable>(
    _ act: ActRecorded, in pool: Pool,
    _ work: @Sendable (isolated Connection, EventID) throws -> Result
  ) async throws -> Result {
    do { return try await performOnce(act, in: pool, work) } catch EventLogError.forgotten {
      return try await performOnce(act, in: pool, work)
    }
  }

  private func performOnce<Result: Sendable>(
    _ act: ActRecorded, in pool: Pool,
    _ work: @Sendable (isolated Connection, EventID) throws -> Result
  ) async throws -> Result {
    let prepared = try await prepare(act)
    return try await pool.withTransaction { connection in
      try work(connection, try await prepared.record(on: connection))
    }
  }

  /// Prepares an act for a transaction of the caller, outside its locks.
  package func prepare(_ act: ActRecorded) async throws -> PreparedAct {
    let generation = log.preparation.generation
    let request = AppendRequest(events: [NewEvent(.shared(.actRecorded(act)))])
    let draft = try await log.preparation.draft(request, since: generation)
    return PreparedAct(
      Batch(
        drafts: [draft], reader: log.reader, keyring: log.keyring, installation: log.installation,
        generation: generation),
      log.memory)
  }
}

/// An act that is ready to be recorded in a transaction of the caller.
///
/// Recording locks all lanes, so that it precedes the locks of rows for which a writer of the log waits under its
/// lanes: those of jobs and receipts.
package struct PreparedAct: Sendable {
  private let batch: Batch
  private let memory: LogMemory

  init(_ batch: Batch, _ memory: LogMemory) {
    self.batch = batch
    self.memory = memory
  }

  /// Records the act, which counts once the transaction commits. Returns the id of its event. Throws
  /// `EventLogError.forgotten` if the log has lost commits since the act was prepared.
  package func record(on connection: isolated Connection) async throws -> EventID {
    guard batch.generation == memory.generation else { throw EventLogError.forgotten }
    return try await batch.append(on: connection).appended[0].outcomes[0].id
  }
}

extension EventLog {
  /// The recorder of acts of persons.
  package var acts: ActRecorder { ActRecorder(self) }
}
