import EventStore
package import Foundation
package import Ledger
import Postgres

/// The differences between the live generation and the next one.
package struct GenerationDifferences: Sendable {
  /// A table in one lane.
  package struct Table: Hashable, Sendable {
    package let name: String
    package let lane: Int16
    package let liveRows: Int64
    package let nextRows: Int64
  }

  /// A stream whose rows differ, with the events behind them.
  package struct Chain: Hashable, Sendable {
    package let lane: Int16
    package let stream: UUID
    package let tables: [String]
    package let events: [EventID]
    /// The chain's name; nil for another stream, or one that cannot be read.
    package let chain: ChainID?
    /// The differing rows of the first chains; empty for the others.
    package let rows: [RowDifference]
  }

  /// The number of rows that were compared, of the next generation.
  package fileprivate(set) var rows: Int64 = 0
  package fileprivate(set) var tables: [Table] = []
  /// The differing streams, of each lane and table at most ``GenerationComparison/listedMax``.
  package fileprivate(set) var chains: [Chain] = []

  package var isEmpty: Bool { tables.isEmpty }
}

/// A comparison of the next generation with the live one, lane by lane at an equal checkpoint, while
/// both may move on.
struct GenerationComparison: Sendable {
  /// The most differing streams that are listed of a table in a lane.
  static let listedMax: Int64 = 1_000
  private static let eventsListedMax = 100
  /// The streams of a lane with rows to show, and the rows of each in a table.
  private static let shownMax = 20
  private static let rowsMax: Int64 = 20

  private struct Part: Sendable {
    let table: GenerationDifferences.Table
    let isEqual: Bool
    let streams: [UUID]
  }

  let level: LevelGenerations
  let pool: Pool
  let log: EventLog

  /// - Parameter onPart: called after each table of each lane, with the parts done and all of them.
  func run(
    onPart: @Sendable (_ done: Int, _ all: Int) async throws -> Void
  ) async throws -> GenerationDifferences {
    let tables = try await pool.withConnection { connection in
      try await connection.query(.generationTables, GenerationPlace.next.rawValue)
        .decode(String.self)
    }
    var differences = GenerationDifferences()
    var done = 0
    for lane in log.lanes {
      let parts = try await compare(tables, in: lane)
      differences.rows += parts.reduce(0) { $0 + $1.table.nextRows }
      let differing = parts.filter { !$0.isEqual }
      differences.tables += differing.map(\.table)
      differences.chains += try await chains(differing, in: lane)
      done += tables.count
      try await onPart(done, tables.count * log.lanes.count)
    }
    return differences
  }

  /// Compares the tables of a lane in a snapshot that is taken while both generations are held at one
  /// checkpoint.
  private func compare(_ tables: [String], in lane: Int16) async throws -> [Part] {
    try await pool.withTransaction(.snapshot) { snapshot in
      try await level.hold([lane], isExact: true) { _ in
        // The first query takes the snapshot.
        _ = try await snapshot.query(.generationTables, GenerationPlace.next.rawValue)
      }
      var parts: [Part] = []
      for table in tables { parts.append(try compare(table, in: lane, on: snapshot)) }
      return parts
    }
  }

  private func compare(
    _ table: String, in lane: Int16, on connection: isolated Connection
  ) throws -> Part {
    let (live, next, isEqual) = try connection.query(.generationCompare, table, lane)[0]
      .decode((Int64, Int64, Bool).self)
    let streams: [UUID] =
      isEqual
      ? [] : try connection.query(.generationDifferences, table, lane, Self.listedMax).decode()
    return Part(
      table: GenerationDifferences.Table(
        name: table, lane: lane, liveRows: live, nextRows: next),
      isEqual: isEqual, streams: streams)
  }

  /// Returns the differing chains of a lane with the events behind them.
  private func chains(
    _ parts: [Part], in lane: Int16
  ) async throws -> [GenerationDifferences.Chain] {
    var tables: [UUID: [String]] = [:]
    for part in parts {
      for stream in part.streams { tables[stream, default: []].append(part.table.name) }
    }
    let streams = tables.keys.sorted { $0.uuidString < $1.uuidString }
    guard !streams.isEmpty else { return [] }
    let found = try await pool.withConnection { connection in
      try await LenientReader(log).events(
        ofStreams: streams, lane: lane, upTo: .max, on: connection)
    }
    let events = Dictionary(grouping: found, by: \.stream).mapValues { $0.map(\.item) }
    var chains: [GenerationDifferences.Chain] = []
    for (index, stream) in streams.enumerated() {
      let tables = tables[stream] ?? []
      let rows =
        index < Self.shownMax ? try await self.rows(of: stream, in: tables, lane: lane) : []
      let items = events[stream] ?? []
      chains.append(
        GenerationDifferences.Chain(
          lane: lane, stream: stream, tables: tables,
          events: items.prefix(Self.eventsListedMax).map(\.id),
          chain: items.lazy.compactMap(Self.chain).first, rows: rows))
    }
    return chains
  }

  private static func chain(of item: LenientReader.Item) -> ChainID? {
    guard case .success(let event) = item, case .chain(let chain) = event.event.stream else {
      return nil
    }
    return chain
  }

  private func rows(
    of stream: UUID, in tables: [String], lane: Int16
  ) async throws -> [RowDifference] {
    try await pool.withConnection { connection in
      var rows: [RowDifference] = []
      for table in tables {
        let found = try await connection.query(
          .generationDifferingRows, table, lane, stream, Self.rowsMax
        ).decode((Bool, String, String, String).self)
        let values = found.map {
          RowDifference.Value(isLive: $0, key: $1, column: $2, text: $3)
        }
        rows += RowDifference.pair(values, of: table)
      }
      return rows
    }
  }
}
