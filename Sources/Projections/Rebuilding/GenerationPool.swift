import EventProcessing
import EventStore
import Logging
import Postgres

/// A generation beside the live one: the sessions that find its tables, and the consumer that fills
/// them.
struct GenerationPool: Sendable {
  /// The lanes that are built at a time. Each holds a connection and may need a second one.
  static let lanesAtOnce = 4

  let names: [ProjectionName]
  let pool: Pool
  let consumer: ProjectionConsumer
  /// The engine by which the generation follows the log.
  let processor: EventProcessor

  /// Lends the sessions, and closes them afterwards.
  static func with<Result: Sendable>(
    _ place: GenerationPlace, of names: [ProjectionName], log: EventLog, beside pool: Pool,
    logger: Logger, _ body: @Sendable (GenerationPool) async throws -> Result
  ) async throws -> Result {
    let own = pool.sibling(size: 2 * lanesAtOnce) { $0.schemas = place.schemas }
    log.inspectNewSessions(of: own)
    let consumer = ProjectionConsumer(log, of: names, isLive: false)
    let generation = GenerationPool(
      names: names, pool: own, consumer: consumer,
      processor: EventProcessor(
        [consumer], log: log, pool: own, logger: logger, atOnce: lanesAtOnce))
    do {
      let result = try await body(generation)
      await own.close()
      return result
    } catch {
      await own.close()
      throw error
    }
  }
}
