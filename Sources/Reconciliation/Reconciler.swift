import AppStore
import EventProcessing
import EventStore
import Foundation
import Intake
import Ledger
package import Logging
import Outbox
import Postgres
import Projections
import ServiceLifecycle

/// A service that asks Apple from time to time for what was missed: the history of notifications,
/// subscriptions with an unreported renewal, and, rarely, every customer's history again.
///
/// Only one process at a time sweeps an app in an environment.
package struct Reconciler: Service {
  /// The time between two sweeps. Chance takes or adds a fifth, so that not all apps ask at once.
  package static let pause: Duration = .seconds(15 * 60)
  /// The interval between two checks for unreported renewals.
  package static let lookPause: Duration = .seconds(20)
  /// The age at which a customer's histories are read again.
  package static let historyAge: Duration = .seconds(30 * 86_400)
  /// The interval between two searches for histories that were never read to their ends.
  private static let unreadPause: Duration = .seconds(86_400)
  /// The largest number of histories that are enqueued at once: a few per second, far below Apple's
  /// limits.
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
        group.addTask { await readOldChains(again: Self.unreadPause) }
        group.addTask { await look(again: Self.lookPause) }
      }
    }
  }

  /// Enqueues the requests that are due now. Returns their number.
  @discardableResult
  package func lookOnce() async throws -> Int {
    let moment = parts.now()
    let silent = SilentRenewals(
      apps: parts.clients.apps, cursors: parts.cursors, queue: parts.queue, reader: parts.reader,
      now: parts.now)
    let aged = try await parts.cursors.oldest(
      of: parts.clients.apps, before: moment - Self.historyAge, limit: Self.historiesAtOnce)
    let histories = aged.map { NewJob(.history, about: $0.chain, dueAt: moment) }
    try await parts.queue.enqueue(histories, hastening: false, at: moment)
    return try await silent.look() + histories.count
  }

  /// Enqueues the histories that were never read to their ends: those of chains that were recorded while
  /// their app had no key, or that a reading found which was cut short. A request that is pending or
  /// dead-lettered stays as it is. Returns the number of chains.
  @discardableResult
  package func enqueueNeverRead() async throws -> Int {
    try await enqueueHistories { lane, last in
      try await parts.cursors.neverRead(
        of: parts.clients.apps, in: lane, after: last, limit: Self.historiesAtOnce
      ).map(\.chain)
    }
  }

  /// Enqueues the histories of chains with a purchase without a price, which are read from their
  /// beginnings. A request that is pending or dead-lettered stays as it is. Returns the number of chains.
  @discardableResult
  package func enqueueWithoutPrice() async throws -> Int {
    try await enqueueHistories { lane, last in
      try await parts.reader.missingPrices.chains(
        of: parts.clients.apps, in: lane, after: last, limit: Self.historiesAtOnce)
    }
  }

  /// Enqueues the histories of the chains of each lane, page by page. Returns their number.
  private func enqueueHistories(
    of page: (_ lane: Int16, _ last: UUID) async throws -> [ChainID]
  ) async throws -> Int {
    var count = 0
    for lane in parts.cursors.lanes {
      var last = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      while case let chains = try await page(lane, last), let final = chains.last {
        let moment = parts.now()
        try await parts.queue.enqueue(
          chains.map { NewJob(.history, about: $0, dueAt: moment) }, hastening: false, at: moment)
        count += chains.count
        last = StreamID.chain(final).key
      }
    }
    return count
  }

  /// Keys are read at the start of the process, so that the first look finds every chain of before. The others
  /// find chains of readings that were cut short.
  private func readOldChains(again pause: Duration) async {
    let worker = RetryLoop(
      name: "check for unread histories", logger: logger, outage: parts.outage)
    while !Task.isCancelled {
      await worker.work {
        try await enqueueNeverRead()
        return false
      }
      try? await Task.sleep(for: pause)  // cancellation ends the rest, then the loop
    }
  }

  /// Sweeps a store. Returns the error if only corrected settings can help: the sweep is left to the next turn.
  private func sweep(_ store: StoreEndpoint) async throws -> ServerAPIError? {
    do {
      let swept = try await parts.sweeper.sweepWhatIsDue(of: store)
      for sweep in swept ?? [] where sweep.count.missing > 0 {
        logger.notice("Apple's history contained missing notifications", metadata: sweep.metadata)
      }
      return nil
    } catch let error as ServerAPIError {
      guard error.verdict == .configuration else { throw error }
      return error
    }
  }

  /// Sweeps a store from turn to turn. A failure is one line while it lasts, whatever its errors are.
  private func sweep(_ store: StoreEndpoint, again pause: Duration) async {
    let name = "sweep"
    let failures = FailureLog(
      metadata: [
        "app": "\(store.bundleID)", "environment": "\(store.environment.rawValue)",
      ], outage: parts.outage)
    let worker = RetryLoop(name: name, logger: logger, failures: failures)
    while !Task.isCancelled {
      await worker.work {
        if let error = try await sweep(store) {
          failures.failed(name, error, to: logger)
        } else {
          failures.succeeded(name, to: logger)
        }
        return false
      }
      // Cancellation ends the rest, then the loop.
      try? await Task.sleep(for: pause * Double.random(in: 0.8...1.2))
    }
  }

  private func look(again pause: Duration) async {
    let worker = RetryLoop(
      name: "check for unreported renewals", logger: logger, outage: parts.outage)
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
      "expected": .stringConvertible(count.expected),
      "missing": .stringConvertible(count.missing),
      "repaired": .stringConvertible(count.repaired),
      "rejected": .stringConvertible(count.rejected),
    ]
  }
}
