import EventStore
package import Ledger

/// That a game has booked a grant: both as they were recorded, once and for ever.
package struct Acknowledgement: Hashable, Sendable {
  package let grant: GrantMade
  package let acknowledged: GrantAcknowledged
}

extension Intake {
  /// Writes down that a game has booked a grant, whatever was taken back of it meanwhile. Returns after
  /// the commit.
  ///
  /// Asked again, by whomever, it tells the first time.
  ///
  /// - Parameter event: that the grant was made; nil comes back for any other.
  package func acknowledge(grantMadeBy event: EventID) async throws -> Acknowledgement? {
    guard case .grantMade(let grant) = try await log.event(event)?.event else { return nil }
    let acknowledged = GrantAcknowledged(
      chain: grant.chain, bundleID: grant.bundleID, grant: grant.id,
      transactionID: grant.transactionID, coin: grant.coin, acknowledgedAt: now())
    let outcome = try await append([NewEvent(.grantAcknowledged(acknowledged))]).outcomes[0]
    guard outcome.isDuplicate else {
      return Acknowledgement(grant: grant, acknowledged: acknowledged)
    }
    guard case .grantAcknowledged(let first) = try await log.event(outcome.id)?.event else {
      preconditionFailure("what has the key of an acknowledgement is one")
    }
    return Acknowledgement(grant: grant, acknowledged: first)
  }
}
