import Postgres

extension EventLog {
  /// Returns the chain of the batch that ends exactly at a position; nil if no batch does.
  package func chain(lane: Int16, at position: Int64) async throws -> [UInt8]? {
    let batch = try await rows(.verifyBatchAt, [lane, position]).decode((Int64, [UInt8]).self).first
    return batch?.0 == position ? batch?.1 : nil
  }
}
