import AppStore
import Foundation
import Intake
import Ledger
package import Logging
import Outbox
import Postgres
import ServiceLifecycle

/// Asks Apple, from time to time, what was missed: the history of notifications, subscriptions whose
/// renewal nobody heard of, and, rarely, every customer's history anew.
///
/// Of several processes one does it for an app and environment at a time.
package struct Reconciler: Service {
  /// The time between two sweeps; chance takes or adds a fifth, so that not all apps ask at once.
  package static let pause: Duration = .seconds(15 * 60)
  /// How often it is looked for renewals that nobody heard of.
  package static let lookPause: Duration = .seconds(20)
  /// After so long a customer's histories are read again.
  package static let historyAge: Duration = .seconds(30 * 86_400)
  /// So many histories are owed at once at most: a few in a second, far below Apple's limits.
  private static let historiesAtOnce = 100

  let parts: ReconciliationParts
  private let logger: Logger

  package init(_ parts: ReconciliationParts, logger: Logger) {
    self.parts = parts
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        for store in parts.stores { group.addTask { await sweep(store, again: Self.pause) } }
        group.addTask { await look(again: Self.lookPause) }
      }
    }
  }

  /// Owes the questions that are due now; tells how many.
  @discardableResult
  package func lookOnce() async throws -> Int {
    let moment = parts.now()
    let silent = SilentRenewals(
      apps: parts.clients.apps, watches: parts.watches, reader: parts.reader, now: parts.now)
    let aged = try await parts.watches.oldest(
      of: parts.clients.apps, before: moment - Self.historyAge, limit: Self.historiesAtOnce)
    let errands =
      try await silent.due() + aged.map { NewErrand(.history, about: $0, dueAt: moment) }
    try await parts.queue.owe(errands, hastening: false, at: moment)
    return errands.count
  }

  /// What only a mend of the settings helps is tried again with the next sweep.
  private func sweep(_ store: StoreFront) async throws {
    do {
      let swept = try await parts.sweeper.sweepWhatIsDue(of: store)
      for sweep in swept ?? [] where sweep.count.missing > 0 {
        logger.notice("Apple's history held what was missing", metadata: sweep.metadata)
      }
    } catch let error as ServerAPIError {
      guard error.verdict == .configuration else { throw error }
      logger.error(
        "a sweep waits for the settings to be mended",
        metadata: ["app": "\(store.bundleID)", "error": "\(error)"])
    }
  }

  private func sweep(_ store: StoreFront, again pause: Duration) async {
    let worker = Worker(name: "sweep", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        try await sweep(store)
        return false
      }
      // Cancellation ends the rest, then the loop.
      try? await Task.sleep(for: pause * Double.random(in: 0.8...1.2))
    }
  }

  private func look(again pause: Duration) async {
    let worker = Worker(name: "looking for renewals", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        try await lookOnce()
        return false
      }
      try? await Task.sleep(for: pause)  // cancellation ends the rest, then the loop
    }
  }
}

extension Sweep {
  fileprivate var metadata: Logger.Metadata {
    [
      "app": "\(store.bundleID)", "environment": "\(store.environment.rawValue)",
      "expected": "\(count.expected)", "missing": "\(count.missing)",
      "repaired": "\(count.repaired)", "refused": "\(count.refused)",
    ]
  }
}
