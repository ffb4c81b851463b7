package import Projections

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
  ///   - lags: the lag of each projection.
  ///   - granting: the lag of granting in events. It is read before the others, because
  ///     projections read the events that granting appends.
  package init(_ lags: [Lag], granting: Int64 = 0) {
    let parked = lags.reduce(0) { $0 + $1.deadLetters }
    ok = true
    detail = parked > 0 ? "events are dead-lettered: `daicho doctor` says more" : nil
    lagEvents = (lags.map(\.events) + [granting]).max()
    lagSeconds = lags.map(\.behind).max().map { $0 / .seconds(1) }
    deadLetters = parked
  }
}
