import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The generations of the projections, and the functions of the schema that create, index, exchange and
/// drop their tables.
struct GenerationStore: Sendable {
  let pool: Pool

  /// Returns the generations that were not dropped, by projection and number.
  func read() async throws -> [Generation] {
    try await pool.withConnection { try await $0.query(.generationsRead).decode() }
  }

  /// Returns the projections that have a generation in a place, with that generation.
  func read(in place: GenerationPlace) async throws -> [Generation] {
    try await read().filter { $0.place == place }
  }

  /// Begins a generation with empty tables. Returns its number.
  ///
  /// - Parameter act: the act that begins it; nil if the program does by itself.
  func begin(
    _ names: [ProjectionName], rules: Int32, as act: ActRecorded? = nil, in log: EventLog
  ) async throws -> Int32 {
    try await query(Call(.generationBegin, names.map(\.rawValue), rules), as: act, in: log)[0]
      .decode()
  }

  /// Creates one index that the next generation lacks. Returns its name, nil if there is none left.
  func createIndex() async throws -> String? {
    try await pool.withConnection { connection in
      try await connection.query(.generationIndex)[0].decode(String?.self)
    }
  }

  func analyze() async throws {
    try await pool.withConnection { connection in
      _ = try await connection.query(.generationAnalyze)
    }
  }

  func note(_ phase: RebuildPhase) async throws {
    try await pool.withConnection { connection in
      _ = try await connection.query(.generationPhase, phase.rawValue)
    }
  }

  /// - Parameter act: the act that drops it; nil if the program does by itself.
  func drop(_ place: GenerationPlace, as act: ActRecorded? = nil, in log: EventLog) async throws {
    _ = try await query(Call(.generationDrop, place.rawValue), as: act, in: log)
  }

  /// Runs a statement, with the record of the act in the same transaction.
  private func query(
    _ call: Call, as act: ActRecorded?, in log: EventLog
  ) async throws -> Rows {
    guard let act else { return try await pool.withConnection { try await $0.query([call])[0] } }
    return try await log.acts.perform(act, in: pool) { connection, _ in
      try connection.query([call])[0]
    }
  }

  /// The bytes that the live tables take, and the folder of the database if it is on this machine and
  /// the server tells it.
  func space(of names: [ProjectionName]) async throws -> (bytes: Int64, folder: String?) {
    try await pool.withConnection { connection in
      try await connection.query(.generationSpace, names.map(\.rawValue))[0]
        .decode((Int64, String?).self)
    }
  }
}
