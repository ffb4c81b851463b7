import EventStore
import Foundation
import Ledger
import Postgres

/// A maker of reports of tenure.
struct TenureReports: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let cuts: ReportCuts

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.pool = pool
    self.log = log
    self.cuts = cuts
  }

  /// Returns the tenure of customers at a moment: as the projection has it, or as it was known
  /// earlier, from the log.
  func report(_ request: ReportRequest) async throws -> Report {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let moment = request.to ?? cut.moment
    let sharedState = SharedState(try await log.shared(upTo: cut.position.lanes[0] ?? 0))
    var count = TenureCount(request, at: moment, sharedState)
    let reached: Position
    if request.knownAt == nil {
      reached = try await countProjected(&count)
    } else {
      try await countRecorded(&count, upTo: cut.position, sharedState)
      reached = cut.position
    }
    count.countShared()
    return Report(
      request, to: moment, knownAt: reached == cut.position ? cut.moment : nil,
      position: log.token(reached), columns: count.columns,
      rows: count.rows(try await accounts(of: count.list?.chains ?? [])))
  }

  /// Returns the names of the accounts to which chains belong now. A chain without an owner, or with
  /// a forgotten one, is left out.
  private func accounts(of chains: [ChainID]) async throws -> [ChainID: AccountID] {
    let reader = Reader(pool: pool, log: log)
    var accounts: [ChainID: AccountID] = [:]
    for chain in chains {
      guard let state = try await reader.chains.purchase(chain)?.value else { continue }
      accounts[chain] = try await reader.names.account(of: state)
    }
    return accounts
  }

  /// Counts the rows of the projection in one snapshot. Returns the position that the rows include.
  private func countProjected(_ count: inout TenureCount) async throws -> Position {
    let (start, request) = (count, count.request)
    let (counted, position) = try await pool.withTransaction(.snapshot) { connection in
      var count = start
      let position = try cuts.position(on: connection)
      let shared = try await sharedPlaces(request, notBefore: position)
      for lane in log.lanes {
        var last: UUID? = .lowest
        while let stream = last {
          let rows = try TenureTables(lane: lane).page(
            after: stream, of: request.app, in: request.environment, on: connection)
          for row in rows { count.count(row, in: lane, shared) }
          last = rows.last?.stream
        }
      }
      return (count, position)
    }
    count = counted
    return position
  }

  /// Returns the chains that may share a customer, by all records up to a position, and possibly
  /// later ones. One chain too many does no harm: it is only counted with the others at the end.
  private func sharedPlaces(
    _ request: ReportRequest, notBefore position: Position
  ) async throws -> Set<SharedChains.Place> {
    try await cuts.wait(for: position)
    return try await pool.withConnection { connection in
      try await SharedChains.read(log.lanes, in: request.environment, on: connection).places
    }
  }

  /// Counts chains folded from the log, stream by stream.
  private func countRecorded(
    _ count: inout TenureCount, upTo position: Position, _ sharedState: SharedState
  ) async throws {
    let request = count.request
    let shared = try await sharedPlaces(request, notBefore: position)
    for lane in log.lanes {
      let extent = try await Replay(pool: pool, log: log, of: .tenure).extent(lane: lane)
      let pages = StreamPages(
        log: log, lane: lane, end: position.lanes[lane] ?? 0, passing: extent.deadLetters)
      var last: UUID? = .lowest
      while let stream = last {
        let page = try await pool.withConnection { connection in
          try await pages.next(after: stream, on: connection)
        }
        for history in ChainEvents.histories(of: page.events) {
          guard let row = TenureRows(history, sharedState),
            row.chain.environment == request.environment, row.app == request.app
          else { continue }
          count.count(row, in: lane, shared)
        }
        last = page.last
      }
    }
  }
}
