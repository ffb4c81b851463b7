import Logging
package import Projections
import Synchronization

/// Whether this process can serve now.
package final class Readiness: Sendable {
  /// One thing that must hold, or that is only told.
  package struct Check: Sendable {
    package let name: String
    package let look: @Sendable () async throws -> Finding

    package init(_ name: String, look: @escaping @Sendable () async throws -> Finding) {
      self.name = name
      self.look = look
    }
  }

  package struct Finding: Sendable, Encodable, Equatable {
    package let ok: Bool
    package var detail: String?
    /// How far the farthest projection, or the granting of coins, is behind the log, in events; and the
    /// farthest projection in time.
    package var lagEvents: Int64?
    package var lagSeconds: Double?
    /// Events that could not be taken in and wait for another try.
    package var parkedEvents: Int64?

    package init(ok: Bool, detail: String? = nil) {
      self.ok = ok
      self.detail = detail
    }

    /// - Parameters:
    ///   - lags: of each projection.
    ///   - granting: how many events the granting of coins was behind before that was looked at: what it
    ///     decides the projections read.
    package init(_ lags: [Lag], granting: Int64 = 0) {
      let parked = lags.reduce(0) { $0 + $1.parked }
      ok = true
      detail = parked > 0 ? "events are parked: `daicho doctor` says more" : nil
      lagEvents = (lags.map(\.events) + [granting]).max()
      lagSeconds = lags.map(\.behind).max().map { $0 / .seconds(1) }
      parkedEvents = parked
    }
  }

  private static let patience: Duration = .seconds(2)
  private let checks: [Check]
  private let draining = Atomic(false)

  package init(_ checks: [Check]) {
    self.checks = checks
  }

  /// From now on not ready, for ever.
  package func drain() {
    draining.store(true, ordering: .relaxed)
  }

  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Looks at everything at once; what does not answer within two seconds does not hold.
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
          return try await check.look()
        } catch {
          logger.warning("not ready", metadata: ["check": "\(check.name)", "error": "\(error)"])
          return Finding(ok: false, detail: "failed; the log says why")
        }
      }
      group.addTask {
        // Cut short only when the look has already come back.
        try? await Task.sleep(for: patience)
        return Finding(ok: false, detail: "no answer within 2 seconds")
      }
      let first = await group.next() ?? Finding(ok: false)
      group.cancelAll()
      return first
    }
  }
}
