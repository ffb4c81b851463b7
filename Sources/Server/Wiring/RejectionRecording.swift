package import EventProcessing
package import HTTP
package import Ledger
package import Logging
package import Postgres
package import Reconciliation
import ServiceLifecycle

/// A service that records the notifications which were refused, every few seconds and at the end.
package struct RejectionRecording: Service {
  private static let pause: Duration = .seconds(10)

  private let rejections: RejectionCounter
  private let records: RefusedNotifications
  private let now: @Sendable () -> Instant
  private let lastWork: LastWork
  private let logger: Logger
  private let outage: OutageLog?

  package init(
    _ rejections: RejectionCounter, to records: RefusedNotifications,
    now: @escaping @Sendable () -> Instant, lastWork: LastWork = LastWork(), logger: Logger,
    outage: OutageLog? = nil
  ) {
    self.rejections = rejections
    self.records = records
    self.now = now
    self.lastWork = lastWork
    self.logger = logger
    self.outage = outage
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      let loop = RetryLoop(
        name: "the record of refused notifications", logger: logger, outage: outage)
      while !Task.isCancelled {
        await loop.work {
          try await record()
          return false
        }
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
    // A count that is lost at the end is no reason to stop later.
    try? await lastWork.run { try await record() }
  }

  /// Records what was refused since the last time.
  package func record() async throws {
    let taken = rejections.take()
    do {
      try await records.add(
        taken.map {
          RefusedNotificationCount(
            app: $0.app?.rawValue ?? "", reason: $0.code, count: $0.count, firstAt: $0.firstAt,
            lastAt: $0.lastAt)
        }, at: now())
    } catch {
      rejections.giveBack(taken)
      throw error
    }
  }
}
