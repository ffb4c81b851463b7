package import EventProcessing
package import EventStore
package import Ledger
package import Logging
package import Postgres
import ServiceLifecycle
import Synchronization

/// The projections for the person on call: their generations, and rebuilds that a request starts in this
/// process.
package final class RebuildService: Service {
  /// A projection as it is read.
  package struct Projection: Sendable {
    package let name: ProjectionName
    /// Its generations that were not dropped, by number.
    package let generations: [Generation]
    package let lag: Lag
  }

  private let pool: Pool
  private let log: EventLog
  private let logger: Logger
  private let running = Mutex<Task<Void, Never>?>(nil)

  package init(pool: Pool, log: EventLog, logger: Logger) {
    self.pool = pool
    self.log = log
    self.logger = logger
  }

  /// Waits for the shutdown, then ends a rebuild of this process. It keeps its place.
  package func run() async throws {
    try? await gracefulShutdown()  // a cancellation ends the rebuild as well
    let task = running.withLock(\.self)
    task?.cancel()
    await task?.value
  }

  package func status() async throws -> RebuildStatus { try await RebuildStatus.read(in: pool) }

  /// Returns all projections with their generations and lags.
  package func projections(_ status: RebuildStatus) async throws -> [Projection] {
    var projections: [Projection] = []
    for name in ProjectionName.allCases {
      let lag = try await Lag.read(
        of: ProjectionConsumer.name, readsShared: true, deadLettersOf: [name.consumer], log: log,
        in: pool)
      projections.append(
        Projection(
          name: name, generations: status.generations.filter { $0.projection == name }, lag: lag))
    }
    return projections
  }

  /// Starts a rebuild, and returns once it reads. Throws the reason for which it does not.
  package func start(
    _ names: [ProjectionName], switches: Bool, eventsPerSecond: Int?,
    signed signature: ActSignature? = nil
  ) async throws {
    var rebuild = Rebuild(names, pool: pool, log: log, logger: logger)
    rebuild.switches = switches
    rebuild.signature = signature
    rebuild.eventsPerSecond = eventsPerSecond
    let (started, sender) = AsyncThrowingStream.makeStream(
      of: Void.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(1))
    rebuild.onProgress = { _ in sender.yield() }
    let task = Task { [rebuild] in
      do {
        report(try await rebuild.run(), of: names)
        sender.finish()
      } catch {
        if !Task.isCancelled {
          logger.error("the projections were not rebuilt", metadata: ["error": "\(error)"])
        }
        sender.finish(throwing: error)
      }
    }
    running.withLock { running in
      let earlier = running
      running = Task {
        await earlier?.value
        await withTaskCancellationHandler {
          await task.value
        } onCancel: {
          task.cancel()
        }
      }
    }
    for try await _ in started { return }
  }

  private func report(_ outcome: Rebuild.Outcome, of names: [ProjectionName]) {
    let projections = names.map(\.rawValue).joined(separator: ", ")
    switch outcome {
    case .switched:
      logger.notice("projections were rebuilt", metadata: ["projections": "\(projections)"])
    case .ready(let differences):
      logger.warning(
        "rebuilt projections wait for their switch",
        metadata: [
          "projections": "\(projections)",
          "differing": .stringConvertible(differences?.chains.count ?? 0),
          "remedy": "daicho projections check, then switch or drop",
        ])
    }
  }
}
