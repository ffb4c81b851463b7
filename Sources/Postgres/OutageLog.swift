package import Logging
import Synchronization

/// The log of a process about the outages of its database: a line when one begins, and a line when it ends, however
/// many sessions, loops, checks and requests meet it.
///
/// Within an outage, a cause that a person must mend has a line of its own, once. The outage is over when something
/// succeeds after a time without a failure, since a database that restarts refuses some and serves others.
package final class OutageLog: Sendable {
  private struct Outage {
    let since: ContinuousClock.Instant
    var last: ContinuousClock.Instant
    var count = 0
    var conditions: Set<ServerCondition> = []
  }

  private let logger: Logger
  private let quiet: Duration
  private let outage = Mutex<Outage?>(nil)

  /// - Parameter quiet: the time without a failure after which a success ends an outage.
  package init(logger: Logger, quiet: Duration = .seconds(2)) {
    self.logger = logger
    self.quiet = quiet
  }

  /// Notes a failure. Returns true if it belongs to an outage, which has its line, so that it needs none of its own.
  ///
  /// - Parameter user: the loop, the sessions or the check that failed.
  package func failed(
    _ user: String, _ error: any Error, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    guard let error = error as? PostgresError, error.isOfOutage else { return false }
    let (belongs, isNew) = outage.withLock { outage in
      // A pool without a free connection is no outage by itself: it may be busy.
      if outage == nil, error == .poolExhausted { return (false, false) }
      let began = outage == nil
      var present = outage ?? Outage(since: now, last: now)
      present.last = now
      present.count += 1
      let condition = error.condition.flatMap { $0 == .starting ? nil : $0 }
      let isNewCause = condition.map { present.conditions.insert($0).inserted } ?? false
      outage = present
      return (true, began || isNewCause)
    }
    guard isNew else { return belongs }
    var said: Logger.Metadata = ["error": "\(error)", "first": "\(user)"]
    if let remedy = error.remedy { said["remedy"] = "\(remedy)" }
    logger.error("the database fails: what needs it rests", metadata: said)
    return belongs
  }

  /// Notes that the database served somebody. Logs the end of an outage.
  package func succeeded(at now: ContinuousClock.Instant = .now) {
    let ended = outage.withLock { outage -> Outage? in
      guard let present = outage, now - present.last >= quiet else { return nil }
      outage = nil
      return present
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
  /// True if the error may be one of a database that is away, starts, or refuses everybody.
  fileprivate var isOfOutage: Bool {
    switch self {
    case .connectionLost, .unavailable, .refused, .poolExhausted: true
    case .server(let error): condition != nil || error.sqlState.endsConnection
    case .sharedSession, .role, .canceled, .decoding: false
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
