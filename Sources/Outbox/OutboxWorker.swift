package import Ledger
package import Logging
import Postgres
import ServiceLifecycle

/// Works off what is owed, several errands at a time, fairly between apps and accounts.
///
/// Processes share the work: each errand is leased to one of them, and a lease that its holder did not
/// settle comes back by itself.
package struct OutboxWorker: Service {
  package static let placesDefault = 16
  /// How much longer a lease lasts than its handler may take.
  private static let leaseMargin: Duration = .seconds(30)
  private static let cleaningInterval: Duration = .seconds(3_600)

  package let queue: ErrandQueue
  let handlers: [ErrandKind: any ErrandHandler]
  let logger: Logger
  private let places: Int
  private let pollInterval: Duration
  let now: @Sendable () -> Instant
  let fraction: @Sendable () -> Double

  /// - Parameters:
  ///   - handlers: what nobody here handles is left to others.
  ///   - places: how many errands are worked on at a time.
  ///   - fraction: draws evenly from 0 to 1.
  package init(
    queue: ErrandQueue, handlers: [any ErrandHandler], logger: Logger,
    places: Int = placesDefault, pollInterval: Duration = .seconds(1),
    now: @escaping @Sendable () -> Instant,
    fraction: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.queue = queue
    self.logger = logger
    self.places = places
    self.pollInterval = pollInterval
    self.now = now
    self.fraction = fraction
    self.handlers = Dictionary(
      handlers.flatMap { handler in handler.kinds.map { ($0, handler) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Works until it is cancelled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await work() }
        group.addTask { await cleanFromTimeToTime() }
      }
    }
  }

  /// Works off one bounded batch of what is due; returns how many errands that were.
  ///
  /// - Parameter kinds: leaves others alone.
  @discardableResult
  package func runOnce(_ kinds: Set<ErrandKind> = Set(ErrandKind.allCases)) async throws -> Int {
    let errands = try await lease(places, kinds)
    await perform(errands)
    return errands.count
  }

  /// Works off what is owed for an account by any of its names, due or not; returns what was tried. What
  /// has not begun when the time is over is left as it was.
  package func workOff(
    _ names: Set<AccountReference>, limit: Int, within patience: Duration
  ) async throws -> [Errand] {
    let deadline = ContinuousClock.now + patience
    let errands = try await queue.lease(
      Set(handlers.keys), of: names, limit: limit, at: now(), lasting: leaseDuration + patience)
    for start in stride(from: 0, to: errands.count, by: places) {
      let rest = deadline - ContinuousClock.now
      guard rest > .zero else {
        for errand in errands[start...] { await giveBack(errand) }
        return Array(errands[..<start])
      }
      await perform(Array(errands[start..<min(start + places, errands.count)]), within: rest)
    }
    return errands
  }
}

extension OutboxWorker {
  private var leaseDuration: Duration {
    (handlers.values.map(\.timeLimit).max() ?? .zero) + Self.leaseMargin
  }

  private func lease(
    _ limit: Int, _ kinds: Set<ErrandKind> = Set(ErrandKind.allCases)
  ) async throws -> [Errand] {
    try await queue.lease(
      kinds.intersection(handlers.keys), limit: limit, at: now(), lasting: leaseDuration)
  }

  private enum Turn: Sendable {
    case worked, rested
  }

  /// Fills every place that becomes free, and rests where nothing is due.
  private func work() async {
    await withTaskGroup(of: Turn.self) { group in
      var (busy, isResting) = (0, false)
      while !Task.isCancelled {
        let errands = busy < places && !isResting ? await next(places - busy) : []
        for errand in errands {
          group.addTask {
            await perform(errand)
            return .worked
          }
        }
        busy += errands.count
        if errands.isEmpty, !isResting, busy < places {
          isResting = true
          group.addTask {
            try? await Task.sleep(for: pollInterval)  // cancellation ends the rest, then the loop
            return .rested
          }
        }
        guard errands.isEmpty || busy == places else { continue }
        switch await group.next() {
        case .worked: busy -= 1
        case .rested, nil: isResting = false
        }
      }
    }
  }

  private func next(_ limit: Int) async -> [Errand] {
    var errands: [Errand] = []
    await Worker(name: "outbox", logger: logger).work {
      errands = try await lease(limit)
      return false
    }
    return errands
  }

  private func cleanFromTimeToTime() async {
    let worker = Worker(name: "outbox cleaning", logger: logger)
    while !Task.isCancelled {
      await worker.work {
        let count = try await queue.clean(at: now())
        if count.errands > 0 {
          logger.notice("old errands were removed", metadata: ["count": "\(count.errands)"])
        }
        return false
      }
      // Cancellation ends the rest, then the loop.
      try? await Task.sleep(for: Self.cleaningInterval)
    }
  }
}
