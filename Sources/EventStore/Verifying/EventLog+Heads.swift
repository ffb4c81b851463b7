import Postgres

extension EventLog {
  /// Returns the chain of the batch that ends exactly at a position; nil if no batch does.
  package func chain(lane: Int16, at position: Int64) async throws -> [UInt8]? {
    let rows = try await rows(.verifyBatchAt, [lane, position])
    guard let row = rows.first, try row.get(0, as: Int64.self) == position else { return nil }
    return try row.get(1)
  }
}
