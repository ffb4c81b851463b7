package import EventProcessing

/// The result of one check of readiness.
package struct ReadinessFinding: Sendable, Encodable, Equatable {
  package let ok: Bool
  @Nullable package var detail: String?
  /// The larger of the lags of the projections and of granting, in events.
  @Nullable package var lagEvents: Int64? = nil
  /// The larger of the lags of the projections and of granting, in seconds.
  @Nullable package var lagSeconds: Double? = nil
  /// The number of dead-lettered events, which are retried later.
  @Nullable package var deadLetters: Int64? = nil

  /// True for a finding about an outage of the database, which has its own lines in the log.
  package var isOfOutage = false

  private enum CodingKeys: CodingKey {
    case ok, detail, lagEvents, lagSeconds, deadLetters
  }

  static let silent = ReadinessFinding(ok: false, detail: "no answer within 2 seconds")

  package init(ok: Bool, detail: String? = nil) {
    self.ok = ok
    self.detail = detail
  }

  /// - Parameters:
  ///   - projections: the lag of the projections.
  ///   - granting: the lag of granting.
  ///   - others: the lags of the other consumers, which may run nowhere. Their dead letters count.
  package init(projections: Lag, granting: Lag, others: [Lag] = []) {
    let dead = ([projections, granting] + others).reduce(0) { $0 + $1.deadLetters }
    ok = true
    detail = dead > 0 ? "events are dead-lettered: `daicho doctor` says more" : nil
    lagEvents = max(projections.events, granting.events)
    lagSeconds = max(projections.behind, granting.behind) / .seconds(1)
    deadLetters = dead
  }
}
