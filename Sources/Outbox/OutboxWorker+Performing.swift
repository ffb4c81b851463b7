import Ledger
import Logging

/// What becomes of an errand that somebody has leased.
extension OutboxWorker {
  func perform(_ errands: [Errand], within patience: Duration? = nil) async {
    await withTaskGroup(of: Void.self) { group in
      for errand in errands { group.addTask { await perform(errand, within: patience) } }
    }
  }

  func perform(_ errand: Errand, within patience: Duration? = nil) async {
    guard let handler = handlers[errand.kind] else { return }
    if let deadline = errand.deadline, deadline <= now() {
      return await settle(errand, .never(reason: Settlement.missed))
    }
    let limit = min(handler.timeLimit, patience ?? handler.timeLimit)
    let outcome = await outcome(of: errand, by: handler, within: limit)
    if Self.isCutShort(outcome) { return await giveBack(errand) }
    await settle(errand, outcome ?? .retry(reason: "time_limit"))
  }

  /// Whether a shutdown came first: what failed by it was not tried.
  private static func isCutShort(_ outcome: ErrandOutcome?) -> Bool {
    guard Task.isCancelled else { return false }
    return switch outcome {
    case .retry, nil: true
    case .done, .again, .never, .configuration: false
    }
  }

  /// What came of a try, nil where it was cut short; that it threw is a failure of the moment.
  private func outcome(
    of errand: Errand, by handler: any ErrandHandler, within limit: Duration
  ) async -> ErrandOutcome? {
    await withTaskGroup(of: ErrandOutcome?.self) { group in
      group.addTask {
        do {
          return try await handler.perform(errand)
        } catch {
          if !Task.isCancelled { log(error, of: errand) }
          return Task.isCancelled ? nil : .retry(reason: "failed")
        }
      }
      group.addTask {
        try? await Task.sleep(for: limit)  // cut short when the handler came back
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  private func log(_ error: any Error, of errand: Errand) {
    logger.warning(
      "an errand failed",
      metadata: [
        "errand": "\(errand.id)", "kind": "\(errand.kind.rawValue)", "error": "\(error)",
      ])
  }

  /// Where it cannot be settled now the lease comes back by itself.
  private func settle(_ errand: Errand, _ outcome: ErrandOutcome) async {
    let settlement = Settlement(outcome, of: errand, at: now(), fraction: fraction())
    if case .park(let reason, _) = settlement { say("an errand was parked", errand, reason) }
    if case .configuration(let reason) = outcome {
      say("an errand waits for the settings to be mended", errand, reason)
    }
    await settle(errand, settlement)
  }

  func giveBack(_ errand: Errand) async {
    let rest = Settlement.wait(until: now(), attempts: errand.attempts - 1, reason: nil)
    await settle(errand, rest)
  }

  private func settle(_ errand: Errand, _ settlement: Settlement) async {
    // Whoever shuts down still says what came of it, or others would wait for the end of the lease.
    await Task {
      do {
        try await queue.settle(errand, settlement, at: now())
      } catch {
        log(error, of: errand)
      }
    }.value
  }

  private func say(_ what: Logger.Message, _ errand: Errand, _ reason: String) {
    logger.notice(
      what,
      metadata: [
        "errand": "\(errand.id)", "kind": "\(errand.kind.rawValue)", "reason": "\(reason)",
      ])
  }
}
