package import Logging
package import Postgres
import Synchronization

/// The log of the failures of loops that belong together, as the lanes of all consumers: a line when the first
/// of them fails, and a line when all of them go on.
///
/// A database that is away fails all of them at once, each with an error of its own. That is one failure.
/// Different errors of other kinds are different failures.
package final class FailureLog: Sendable {
  private enum Kind: Hashable {
    case database
    case other(String)
  }

  private struct Failure {
    let since: ContinuousClock.Instant
    var failing: Set<String> = []
    var loops: Set<String> = []
    var count = 0
  }

  private let name: String?
  private let distinguishes: Bool
  private let metadata: Logger.Metadata
  private let outage: OutageLog?
  private let failures = Mutex<[Kind: Failure]>([:])

  /// - Parameters:
  ///   - name: the name of all loops together; nil to name the one loop.
  ///   - distinguishes: false if one line tells of any errors, however they change.
  ///   - metadata: what each line says besides.
  ///   - outage: the log of the database's outages, which has the lines about them; nil if there is none.
  package init(
    name: String? = nil, distinguishes: Bool = false, metadata: Logger.Metadata = [:],
    outage: OutageLog? = nil
  ) {
    self.name = name
    self.distinguishes = distinguishes
    self.metadata = metadata
    self.outage = outage
  }

  /// Notes a failure of a loop. Logs it if it is the first.
  package func failed(_ loop: String, _ error: any Error, to logger: Logger) {
    if outage?.failed(name ?? loop, error) == true { return }
    let kind = kind(of: error)
    let (isNew, ended) = failures.withLock { failures in
      let ended = Self.end(loop, except: kind, in: &failures)
      let isNew = failures[kind] == nil
      var failure = failures[kind] ?? Failure(since: .now)
      failure.failing.insert(loop)
      failure.loops.insert(loop)
      failure.count += 1
      failures[kind] = failure
      return (isNew, ended)
    }
    tell(ended, loop, to: logger)
    guard isNew else { return }
    var said: Logger.Metadata = ["error": "\(error)"]
    if name != nil { said["first"] = "\(loop)" }
    if let remedy = (error as? PostgresError)?.remedy { said["remedy"] = "\(remedy)" }
    logger.error("\(name ?? loop) rests after an error", metadata: metadata.merging(said) { $1 })
  }

  /// Notes that a loop goes on. Logs the end of a failure.
  package func succeeded(_ loop: String, to logger: Logger) {
    outage?.succeeded()
    tell(failures.withLock { Self.end(loop, except: nil, in: &$0) }, loop, to: logger)
  }

  private func kind(of error: any Error) -> Kind {
    guard distinguishes else { return .other("") }
    return (error as? PostgresError)?.isRetryable == true ? .database : .other("\(error)")
  }

  /// Ends the part of a loop in all failures but one. Returns those that are over.
  private static func end(
    _ loop: String, except kind: Kind?, in failures: inout [Kind: Failure]
  ) -> [Failure] {
    var ended: [Failure] = []
    for other in failures.keys where other != kind {
      guard var failure = failures[other], failure.failing.remove(loop) != nil else { continue }
      failures[other] = failure.failing.isEmpty ? nil : failure
      if failure.failing.isEmpty { ended.append(failure) }
    }
    return ended
  }

  private func tell(_ ended: [Failure], _ loop: String, to logger: Logger) {
    for failure in ended {
      var said: Logger.Metadata = [
        "failures": .stringConvertible(failure.count),
        "milliseconds": .stringConvertible((ContinuousClock.now - failure.since).milliseconds),
      ]
      if name != nil { said["loops"] = .stringConvertible(failure.loops.count) }
      logger.notice("\(name ?? loop) goes on", metadata: metadata.merging(said) { $1 })
    }
  }
}
