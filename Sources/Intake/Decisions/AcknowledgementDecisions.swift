import EventStore
package import Ledger

/// A game's acknowledgement of a grant, with the grant. Both are recorded once and permanently.
package struct Acknowledgement: Hashable, Sendable {
  package let grant: GrantMade
  /// The first acknowledgement; nil for coins that are kept here, which need none.
  package let acknowledged: GrantAcknowledged?
}

/// The decisions that record acknowledgements of grants.
package struct AcknowledgementDecisions: Sendable {
  private let recorder: EventRecorder

  init(recorder: EventRecorder) {
    self.recorder = recorder
  }

  /// Records that a game has booked a grant, even if some of the grant was taken back since.
  /// Returns after the commit.
  ///
  /// A repeated request, by any caller, returns the first acknowledgement.
  ///
  /// Coins that are kept here are booked already: nothing is recorded.
  ///
  /// - Parameters:
  ///   - event: the event that made the grant. The result is nil for any other event.
  ///   - bookedAmount: the amount that the game booked; nil for all of it.
  package func acknowledge(
    grantMadeBy event: EventID, bookedAmount: Int64? = nil
  ) async throws -> Acknowledgement? {
    guard case .chain(.grantMade(let grant)) = try await recorder.log.reading.event(event)?.event
    else {
      return nil
    }
    guard grant.wallet != .daicho else { return Acknowledgement(grant: grant, acknowledged: nil) }
    let acknowledged = GrantAcknowledged(
      chain: grant.chain, grant: grant.id,
      transactionID: grant.transactionID, coin: grant.coin, bookedAmount: bookedAmount,
      acknowledgedAt: recorder.now())
    let outcome = try await recorder.append([NewEvent(.chain(.grantAcknowledged(acknowledged)))])
      .outcomes[0]
    guard outcome.isDuplicate else {
      return Acknowledgement(grant: grant, acknowledged: acknowledged)
    }
    guard
      case .chain(.grantAcknowledged(let first)) = try await recorder.log.reading.event(outcome.id)?
        .event
    else {
      throw BrokenPromise(.event(outcome.id), "it has the key of an acknowledgement and is none")
    }
    return Acknowledgement(grant: grant, acknowledged: first)
  }
}
