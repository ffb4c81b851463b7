package import EventProcessing

/// The result of one check of readiness.
package struct ReadinessFinding: Sendable, Encodable, Equatable {
  package let ok: Bool
  package var detail: String?
  /// The largest lag behind the log in events, of the projections and of granting.
  package var lagEvents: Int64?
  /// The largest lag of a projection in seconds.
  package var lagSeconds: Double?
  /// The number of dead-lettered events, which are retried later.
  package var deadLetters: Int64?

  static let silent = ReadinessFinding(ok: false, detail: "no answer within 2 seconds")

  package init(ok: Bool, detail: String? = nil) {
    self.ok = ok
    self.detail = detail
  }

  /// - Parameters:
  ///   - projecting: the lag of the projections.
  ///   - granting: the lag of granting. It is read before the other, because projections read the
  ///     events that granting appends.
  package init(_ projecting: Lag, granting: Lag) {
    let dead = projecting.deadLetters + granting.deadLetters
    ok = true
    detail = dead > 0 ? "events are dead-lettered: `daicho doctor` says more" : nil
    lagEvents = max(projecting.events, granting.events)
    lagSeconds = projecting.behind / .seconds(1)
    deadLetters = dead
  }
}
