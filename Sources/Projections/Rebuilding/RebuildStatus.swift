import EventStore
package import Ledger
package import Postgres

/// The generations of all projections and the progress of a rebuild, as any process sees them.
package struct RebuildStatus: Sendable {
  /// The progress of the generation that is being built.
  package struct Progress: Hashable, Sendable {
    package let generation: Int32
    package let projections: [ProjectionName]
    package let phase: RebuildPhase
    /// The events that were read.
    package let events: Int64
    /// The events that are read in all.
    package let total: Int64
    package let begunAt: Instant
    /// True if a process is at work; otherwise the rebuild was interrupted, or waits for its switch.
    package let isRunning: Bool
    /// The events read in a second since the beginning; nil before the first page.
    package let eventsPerSecond: Double?

    /// The part of the events that was read, from 0 to 1.
    package var part: Double { total > 0 ? min(1, Double(events) / Double(total)) : 1 }

    /// The seconds until the log is read, at the present rate; nil before the first page.
    package var secondsLeft: Double? {
      eventsPerSecond.map { Double(max(0, total - events)) / max(1, $0) }
    }

    /// The progress as a sentence: `generation 3 of tenure: reading, 42 % of 1000 events`.
    package var sentence: String {
      let names = projections.map(\.rawValue).joined(separator: ", ")
      let state = isRunning || phase == .ready ? phase.rawValue : "\(phase.rawValue), interrupted"
      return
        "generation \(generation) of \(names): \(state), \(Int(part * 100)) % of \(total) events"
    }
  }

  package let generations: [Generation]
  /// Nil if no generation is being built or waits for its switch.
  package let progress: Progress?

  package static func read(in pool: Pool) async throws -> RebuildStatus {
    let generations = try await GenerationStore(pool: pool).read()
    let next = generations.filter { $0.place == .next }
    guard let first = next.first else {
      return RebuildStatus(generations: generations, progress: nil)
    }
    let (events, total, elapsed, isRunning) = try await pool.withConnection { connection in
      try await connection.query(
        .rebuildProgress, first.number, AdvisoryLock.projectionBuild.rawValue)[0]
        .decode((Int64, Int64, Int64, Bool).self)
    }
    let rate = elapsed > 0 && events > 0 ? Double(events) / Double(elapsed) * 1_000 : nil
    return RebuildStatus(
      generations: generations,
      progress: Progress(
        generation: first.number, projections: next.map(\.projection),
        phase: first.phase ?? .reading, events: events, total: total, begunAt: first.changedAt,
        isRunning: isRunning, eventsPerSecond: rate))
  }
}
