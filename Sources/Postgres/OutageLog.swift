package import Logging
import Synchronization

/// The log of a process about the outages of its database: a line when one begins, and a line when it ends, however
/// many sessions, loops, checks and requests meet it.
///
/// An outage begins when no new session is opened. Within an outage, a cause that a person must mend has a line of its
/// own, once. The outage is over when something succeeds after a time without a failure, since a database that restarts
/// refuses some and serves others. A database that answers, as one with a full disk does, still serves reads: that is a
/// failed write, not an outage.
package final class OutageLog: Sendable {
  private struct Outage {
    let since: ContinuousClock.Instant
    var last: ContinuousClock.Instant
    var count = 0
    var conditions: Set<ServerCondition> = []
  }

  /// Sessions that broke outside an outage.
  private struct Breaks {
    let since: ContinuousClock.Instant
    var last: ContinuousClock.Instant
  }

  private struct State {
    var outage: Outage?
    var breaks: Breaks?
  }

  /// Longer than any statement may take with the rest after it: a loop that breaks its session each time is told.
  private static let breaksKeptFor = Duration.seconds(600)

  private let logger: Logger
  private let quiet: Duration
  private let state = Mutex(State())

  /// - Parameter quiet: the time without a failure after which a success ends an outage: longer than ``Backoff`` lets a
  ///   loop rest between two failures.
  package init(logger: Logger, quiet: Duration = .seconds(15)) {
    self.logger = logger
    self.quiet = quiet
  }

  /// Notes a failure. Returns true if it belongs to an outage, which has its line: it needs none of its own.
  /// The first session that breaks needs none either: an outage often begins so.
  ///
  /// - Parameter user: the loop, the sessions or the check that failed.
  package func failed(
    _ user: String, _ error: any Error, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    guard let error = error as? PostgresError, let sign = error.sign else { return false }
    let (belongs, isNew) = state.withLock { state in
      let began = state.outage == nil
      guard sign == .ofOutage || !began else {
        guard sign == .ofBreak else { return (false, false) }
        return (announces(at: now, &state.breaks), false)
      }
      var outage = state.outage ?? Outage(since: now, last: now)
      if sign != .ofWaiting { outage.last = now }
      outage.count += 1
      let condition = error.condition.flatMap { $0 == .starting ? nil : $0 }
      let isNewCause = condition.map { outage.conditions.insert($0).inserted } ?? false
      state = State(outage: outage)
      return (true, began || isNewCause)
    }
    guard isNew else { return belongs }
    var said: Logger.Metadata = ["error": "\(error)", "first": "\(user)"]
    if let remedy = error.remedy { said["remedy"] = "\(remedy)" }
    logger.error("the database fails: what needs it rests", metadata: said)
    return belongs
  }

  /// Notes that a session broke outside an outage. Returns false if another one broke in the last ten minutes, longer
  /// ago than an outage takes to begin.
  private func announces(at now: ContinuousClock.Instant, _ breaks: inout Breaks?) -> Bool {
    var present = breaks ?? Breaks(since: now, last: now)
    if now - present.last >= Self.breaksKeptFor { present = Breaks(since: now, last: now) }
    present.last = now
    breaks = present
    return now - present.since < quiet
  }

  /// Notes that the database served somebody. Logs the end of an outage.
  package func succeeded(at now: ContinuousClock.Instant = .now) {
    let ended = state.withLock { state -> Outage? in
      guard let outage = state.outage, now - outage.last >= quiet else { return nil }
      state.outage = nil
      return outage
    }
    guard let ended else { return }
    logger.notice(
      "the database serves again",
      metadata: [
        "failures": .stringConvertible(ended.count),
        "milliseconds": .stringConvertible((now - ended.since).milliseconds),
      ])
  }
}

extension PostgresError {
  fileprivate enum Sign {
    /// No session is opened.
    case ofOutage
    /// A session broke, or was ended by the server, as an outage does.
    case ofBreak
    /// A part of an outage, if there is one: a pool without a free connection may be busy.
    case ofWaiting
  }

  /// The sign of an outage that the error is; nil for an answer of a database that serves.
  fileprivate var sign: Sign? {
    switch self {
    case .unavailable, .refused: .ofOutage
    case .connectionLost: .ofBreak
    case .server(let error): error.sqlState.endsSession ? .ofBreak : nil
    case .poolExhausted: .ofWaiting
    case .sharedSession, .role, .canceled, .decoding: nil
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
