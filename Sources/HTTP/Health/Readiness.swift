import Logging
package import Projections
import Synchronization

/// The readiness of this process to serve requests.
package final class Readiness: Sendable {
  /// A check that must pass, or that is only reported.
  package struct Check: Sendable {
    package let name: String
    package let check: @Sendable () async throws -> Finding

    package init(_ name: String, check: @escaping @Sendable () async throws -> Finding) {
      self.name = name
      self.check = check
    }
  }

  package struct Finding: Sendable, Encodable, Equatable {
    package let ok: Bool
    package var detail: String?
    /// The largest lag behind the log in events, of the projections and of granting.
    package var lagEvents: Int64?
    /// The largest lag of a projection in seconds.
    package var lagSeconds: Double?
    /// The number of dead-lettered events, which are retried later.
    package var deadLetters: Int64?

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

  private static let patience: Duration = .seconds(2)
  private let checks: [Check]
  private let draining = Atomic(false)

  package init(_ checks: [Check]) {
    self.checks = checks
  }

  /// Makes the process not ready, until it ends.
  package func drain() {
    draining.store(true, ordering: .relaxed)
  }

  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Runs all checks at once. A check that does not answer within two seconds fails.
  func findings(_ logger: Logger) async -> [String: Finding] {
    let draining = Finding(ok: !isDraining, detail: isDraining ? "shutting down" : nil)
    var findings = ["draining": draining]
    await withTaskGroup(of: (String, Finding).self) { group in
      for check in checks {
        group.addTask { (check.name, await Self.finding(check, logger)) }
      }
      for await (name, finding) in group { findings[name] = finding }
    }
    return findings
  }

  private static func finding(_ check: Check, _ logger: Logger) async -> Finding {
    await withTaskGroup(of: Finding.self) { group in
      group.addTask {
        do {
          return try await check.check()
        } catch {
          logger.warning("not ready", metadata: ["check": "\(check.name)", "error": "\(error)"])
          return Finding(ok: false, detail: "failed; the log says why")
        }
      }
      group.addTask {
        // Interrupted only if the check has already answered.
        try? await Task.sleep(for: patience)
        return Finding(ok: false, detail: "no answer within 2 seconds")
      }
      let first = await group.next() ?? Finding(ok: false)
      group.cancelAll()
      return first
    }
  }
}
