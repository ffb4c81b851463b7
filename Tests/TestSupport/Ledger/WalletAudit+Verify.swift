package import EventStore
package import Granting

extension WalletAudit {
  /// Audits a lane up to a head. Throws the first `BrokenPromise`.
  package func verify(_ head: LaneHead) async throws -> Counts {
    let (counts, findings) = try await findings(head, limit: 1)
    if let first = findings.first { throw first }
    return counts
  }
}
