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
  func begin(_ names: [ProjectionName], rules: Int32) async throws -> Int32 {
    try await pool.withConnection { connection in
      try await connection.query(.generationBegin, names.map(\.rawValue), rules)[0].decode()
    }
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

  func drop(_ place: GenerationPlace) async throws {
    try await pool.withConnection { connection in
      _ = try await connection.query(.generationDrop, place.rawValue)
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
