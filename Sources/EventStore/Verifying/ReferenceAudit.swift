import Ledger
import Postgres

/// An audit of the small tables beside the lanes: lanes, names of events, and interned strings.
struct ReferenceAudit {
  private let source: QuerySource
  private let laneCount: Int16

  init(_ source: QuerySource, _ installation: Installation) {
    self.source = source
    laneCount = installation.laneCount
  }

  func findings() async throws -> [BrokenPromise] {
    let types = EventType.allCases
    return try await source.query(
      .verifyReferences, [laneCount, types.map(\.rawValue), types.map(\.name)]
    ).decode((String, String, String, String).self).map { table, key, column, finding in
      BrokenPromise(.record(table: table, key: key), "column \(column): \(finding)")
    }
  }
}
