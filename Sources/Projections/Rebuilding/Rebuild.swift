package import EventStore
import Foundation
package import Ledger
package import Logging
package import Postgres

/// A rebuild of projections beside the live ones: the next generation is read from the log, indexed,
/// brought level, compared and, if wanted, put in the place of the live one.
///
/// Nothing but tables of projections is written, so that no grant, job or message repeats. One builder
/// is at work at a time. A killed or canceled rebuild goes on where it was.
package struct Rebuild: Sendable {
  /// The end of a rebuild.
  package enum Outcome: Sendable {
    /// The next generation is live.
    case switched
    /// The next generation waits for its switch. Nil if the live one was never built.
    case ready(GenerationDifferences?)
  }

  /// The state of a rebuild, for a progress bar.
  package struct Progress: Hashable, Sendable {
    package let phase: RebuildPhase
    /// The units of the phase that are done: events, indexes, or tables of lanes.
    package let done: Int64
    package let total: Int64
    /// The number of attempts to switch that met a long reader.
    package var attempts = 0
  }

  package var names: [ProjectionName]
  /// False to leave the next generation beside the live one.
  package var switches = true
  /// The person who accepts that the next generation differs; nil if it may not.
  package var author: String?
  /// The person who asks for the rebuild, the switch or the drop, which are recorded; nil if the program does by
  /// itself.
  package var signature: ActSignature?
  /// The most events that are read in a second; nil sets no limit.
  package var eventsPerSecond: Int?
  package var memory = RebuildMemory.standard
  package var onProgress: @Sendable (Progress) -> Void = { _ in }
  /// The free bytes of a folder's disk; nil asks the system.
  package var free: (@Sendable (String) -> Int64?)?

  var pool: Pool
  let log: EventLog
  private let logger: Logger

  package init(
    _ names: [ProjectionName] = ProjectionName.allCases, pool: Pool, log: EventLog, logger: Logger
  ) {
    self.names = ProjectionName.allCases.filter(names.contains)
    self.pool = pool
    self.log = log
    self.logger = logger
  }

  var store: GenerationStore { GenerationStore(pool: pool) }
  var live: LiveProjections { LiveProjections(pool: pool, log: log) }

  /// Builds the next generation, or goes on with an interrupted one, and finishes it.
  package func run() async throws -> Outcome {
    try await alone { rebuild in
      let number = try await rebuild.begin()
      return try await rebuild.with(.next, rebuild.names) { level in
        try await rebuild.build(number, by: level)
        return try await rebuild.finish(level)
      }
    }
  }

  /// Brings a generation that waits up to date, compares it and puts it in the place of the live one.
  package func switchNext() async throws -> Outcome {
    var rebuild = self
    let next = try await requireNext()
    rebuild.names = ProjectionName.allCases.filter(next.map(\.projection).contains)
    return try await rebuild.run()
  }

  /// Compares the next generation with the live one. Without a next one, builds it, compares, and drops it.
  package func check() async throws -> GenerationDifferences {
    try await alone { rebuild in
      let next = try await rebuild.store.read(in: .next)
      guard !next.isEmpty else { return try await rebuild.checkByBuilding() }
      guard next.allSatisfy({ $0.phase != .reading && $0.phase != .indexing }) else {
        throw RebuildError.unfinished
      }
      try requireRules(of: next)
      return try await rebuild.with(.next, next.map(\.projection)) { level in
        try await rebuild.requireLiveRows()
        try await rebuild.catchUp(level)
        return try await rebuild.compare(level)
      }
    }
  }

  /// Throws if there are no live rows to compare: a check leaves the live projections as they are.
  private func requireLiveRows() async throws {
    guard try await live.isBuilt() else { throw RebuildError.neverBuilt }
    guard try await live.isBegun() else { throw RebuildError.nothingToCompare }
  }

  private func checkByBuilding() async throws -> GenerationDifferences {
    try await requireLiveRows()
    var unsigned = self
    unsigned.signature = nil  // nothing stays of what a check builds
    let number = try await unsigned.begin()
    do {
      let differences = try await with(.next, names) { level in
        try await build(number, by: level)
        try await store.note(.catchingUp)
        try await catchUp(level)
        return try await compare(level)
      }
      try await store.drop(.next, in: log)
      return differences
    } catch {
      // What is left of it would be taken for an interrupted rebuild.
      await Task { try? await store.drop(.next, in: log) }.value
      throw error
    }
  }

  /// Puts the previous generation back, after it has read what it missed. Throws `previousDiffers` for one that
  /// was replaced because it differed, unless an author accepts that.
  package func rollBack() async throws {
    try await alone { rebuild in
      let previous = try await rebuild.store.read(in: .previous)
      guard let first = previous.first else { throw RebuildError.noPrevious }
      // A later generation took the place of an earlier one; after a rollback the earlier one is live again.
      let accepted = try await rebuild.store.read(in: .live)
        .lazy.filter { $0.number > first.number }.compactMap(\.acceptedBy).first
      if let accepted, author == nil { throw RebuildError.previousDiffers(acceptedBy: accepted) }
      if let rules = first.rules, rules != Self.rules { throw RebuildError.previousByRules(rules) }
      try await rebuild.with(.previous, previous.map(\.projection)) { level in
        try await rebuild.catchUp(level)
        try await rebuild.exchange(
          .previous, level, isExact: true, author: author,
          as: rebuild.act(.projectionsRollback, on: first.number, previous.map(\.projection)))
      }
    }
  }

  /// Drops the next generation or the previous one. Returns its number, nil if there is none.
  package func drop(_ place: GenerationPlace) async throws -> Int32? {
    try await alone { rebuild in
      guard let number = try await rebuild.store.read(in: place).first?.number else { return nil }
      let act = rebuild.act(.projectionsDrop, on: number, [])
      try await rebuild.store.drop(place, as: act, in: rebuild.log)
      return number
    }
  }
}

// MARK: Access

extension Rebuild {
  /// The number of the rules of this program.
  static let rules = Int32(RulesChanged.present)
  private static let sessions = 6

  /// Runs the body as the only builder, with sessions in which a statement may take a day.
  private func alone<Result: Sendable>(
    _ body: @Sendable (Rebuild) async throws -> Result
  ) async throws -> Result {
    var rebuild = self
    rebuild.pool = pool.sibling(size: Self.sessions) { options in
      options.answerTimeout = .seconds(86_400)
      options.lockTimeout = .seconds(60)
      options.idleInTransactionTimeout = nil
    }
    log.inspectNewSessions(of: rebuild.pool)
    do {
      let result = try await BuilderLock(pool: rebuild.pool).hold { [rebuild] in
        try await body(rebuild)
      }
      await rebuild.pool.close()
      return result
    } catch {
      await rebuild.pool.close()
      guard case PostgresError.server(let error) = error, error.sqlState == .diskFull else {
        throw error
      }
      throw RebuildError.diskFull
    }
  }

  private func with<Result: Sendable>(
    _ place: GenerationPlace, _ names: [ProjectionName],
    _ body: @Sendable (LevelGenerations) async throws -> Result
  ) async throws -> Result {
    try await GenerationPool.with(place, of: names, log: log, beside: pool, logger: logger) {
      try await body(LevelGenerations(generation: $0, pool: pool, log: log, logger: logger))
    }
  }

  private func requireNext() async throws -> [Generation] {
    let next = try await store.read(in: .next)
    guard !next.isEmpty else { throw RebuildError.noNext }
    return next
  }

  func requireRules(of next: [Generation]) throws {
    guard next.allSatisfy({ $0.rules == Self.rules }) else {
      throw RebuildError.begunByRules(next.first?.rules)
    }
  }

  /// Returns the record of an act on a generation; nil if the program acts by itself.
  func act(
    _ act: Act, on generation: Int32?, _ names: [ProjectionName], differing: Int = 0
  ) -> ActRecorded? {
    signature.map {
      var values: [String: String] = [:]
      if !names.isEmpty { values["projections"] = names.map(\.rawValue).joined(separator: ",") }
      if differing > 0 { values["differingChains"] = "\(differing)" }
      return ActRecorded(
        act, on: generation.map { "generation \($0)" }, values: values, signed: $0,
        at: Instant(Date()))
    }
  }
}
