package import EventProcessing
package import EventStore
import Foundation
package import Ledger
package import Postgres

/// The consumer that keeps all read models up to date, in one transaction with one checkpoint.
///
/// Each chain that a page touches is read and joined once, and handed to all folds. A fold that
/// cannot take an event dead-letters it under its own name, and the other folds go on.
package struct ProjectionConsumer: TransactionalConsumer {
  package static let name: ConsumerName = .init(rawValue: "projections")
  /// The tables of all read models.
  package static let tables =
    ChainStateFold.tables + AccountFold.tables + TenureFold.tables + CommissionFold.tables
    + GrantFold.tables
  /// The number of chains in memory at a time, with all of their events.
  private static let chainsAtOnce = 50
  private static let touchedAtOnce = 500
  /// The number of events of a lane from which a rebuild reads a lane that was never read.
  static let rebuiltMin: Int64 = 10_000

  package let name: ConsumerName = ProjectionConsumer.name
  package let readsShared = true
  package let deadLetterNames: [ConsumerName]
  package let roundInterval: Duration = .milliseconds(50)
  package let progress: ConsumerProgress?

  let log: EventLog
  let folds: [any ChainFold]
  /// Nil if the names of accounts are not among the read models.
  let accounts: AccountFold?
  private let isLive: Bool

  package init(_ log: EventLog, progress: ConsumerProgress? = nil) {
    self.init(log, of: ProjectionName.allCases, isLive: true, progress: progress)
  }

  /// - Parameters:
  ///   - names: the read models to keep.
  ///   - isLive: false for a generation beside the one that is read, which is filled in any case.
  init(
    _ log: EventLog, of names: [ProjectionName], isLive: Bool,
    progress: ConsumerProgress? = nil
  ) {
    self.log = log
    self.isLive = isLive
    self.progress = progress
    let all: [any ChainFold] = [
      ChainStateFold(log: log), TenureFold(), CommissionFold(), GrantFold(),
    ]
    folds = all.filter { names.contains($0.name) }
    accounts = names.contains(.chains) ? AccountFold(log: log) : nil
    deadLetterNames = folds.map(\.name.consumer)
  }

  package func apply(
    _ page: LanePage, after checkpoint: Checkpoint, isIsolating: Bool,
    on connection: isolated Connection
  ) async throws -> [NewDeadLetter] {
    let writer = FoldWriter(lane: page.lane, shared: try await shared(upTo: checkpoint))
    let chains = ChainLoader(lane: page.lane, log: log, folds: folds)
    let parts = chains.parts(of: page.events, size: Self.chainsAtOnce)
    let known =
      parts.isEmpty
      ? [:]
      : try DeadLetterStore(lane: page.lane).positions(of: deadLetterNames, on: connection)
    var new: [NewDeadLetter] = []
    for events in parts {
      let loaded = try await chains.load(
        events, after: checkpoint.position, known: known, on: connection)
      new += loaded.unreadable
      for fold in folds {
        new += try writer.write(
          loaded.histories, by: fold, leavingOut: known[fold.name.consumer] ?? [],
          isIsolating: isIsolating, on: connection)
      }
    }
    return try new + write(namesIn: page.events, isIsolating: isIsolating, on: connection)
  }

  /// Writes what events tell of the names of accounts. Returns the events that cannot be written.
  func write(
    namesIn events: [RecordedEvent], isIsolating: Bool, on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    guard let accounts else { return [] }
    let own = events.filter { accounts.concerns($0.event) }
    guard isIsolating else {
      try accounts.write(own, on: connection)
      return []
    }
    let consumer = ProjectionName.chains.consumer
    return try IsolatedWrite.write(own, for: consumer, on: connection) { part, connection in
      try accounts.write(part, on: connection)
    }
  }

  package func apply(
    shared event: RecordedEvent, after checkpoint: Checkpoint, from progress: SharedProgress?,
    isIsolating: Bool, on connection: isolated Connection
  ) async throws -> SharedPiece {
    let progress = progress ?? SharedProgress(part: 0, stream: .lowest)
    let fold = folds[progress.part]
    let streams = try fold.streams(
      touchedBy: event, lane: checkpoint.lane, after: progress.stream, limit: Self.touchedAtOnce,
      on: connection)
    let writer = FoldWriter(lane: checkpoint.lane, shared: try await shared(upTo: checkpoint))
    let known =
      try DeadLetterStore(lane: checkpoint.lane).positions(
        of: [fold.name.consumer], on: connection)[fold.name.consumer] ?? []
    var new: [NewDeadLetter] = []
    let chains = ChainLoader(lane: checkpoint.lane, log: log, folds: folds)
    for start in stride(from: 0, to: streams.count, by: Self.chainsAtOnce) {
      let part = Array(streams[start..<min(start + Self.chainsAtOnce, streams.count)])
      let histories = try await chains.load(part, upTo: checkpoint.position, on: connection)
      new += try writer.write(
        histories, touchedBy: event, by: fold, leavingOut: known, isIsolating: isIsolating,
        on: connection)
    }
    if streams.count == Self.touchedAtOnce, let last = streams.last {
      return SharedPiece(
        end: SharedProgress(part: progress.part, stream: last), deadLetters: new)
    }
    let next = progress.part + 1
    return SharedPiece(
      end: next < folds.count ? SharedProgress(part: next, stream: .lowest) : nil,
      deadLetters: new)
  }

  package func retry(
    _ deadLetters: [DeadLetter], of name: ConsumerName, in lane: ConsumerLane
  ) async throws -> Int {
    try await ProjectionRetry(consumer: self, lane: lane, name: name).retry(deadLetters)
  }

  /// Returns false for a long lane of the live generation that was never read: only a rebuild reads
  /// it.
  package func mayRead(_ lane: Int16, after checkpoint: Checkpoint) async throws -> Bool {
    guard isLive, checkpoint.position == 0 else { return true }
    return try await log.position().lanes[lane] ?? 0 < Self.rebuiltMin
  }

  func shared(upTo checkpoint: Checkpoint) async throws -> [RecordedEvent] {
    checkpoint.shared > 0 ? try await log.reading.shared(upTo: checkpoint.shared) : []
  }
}

/// The names of the read models. All share one consumer of the log, with one checkpoint, and each
/// has its own dead letters.
package enum ProjectionName: String, CaseIterable, Sendable {
  /// The known state of every chain, and the names and promotional entitlements of accounts.
  case chains
  /// The periods of service from which days are counted.
  case tenure
  /// The charge and the commission rate of each transaction, and every correction.
  case commission
  /// The grants as games see them, and the purchases that wait for a catalog.
  case grants

  /// The name under which the read model dead-letters events.
  package var consumer: ConsumerName { ConsumerName(rawValue: rawValue) }

  /// The tables of the read model.
  package var tables: [String] {
    switch self {
    case .chains: ChainStateFold.tables + AccountFold.tables
    case .tenure: TenureFold.tables
    case .commission: CommissionFold.tables
    case .grants: GrantFold.tables
    }
  }
}
