import EventStore
import Foundation
import Ledger
import Logging
import Postgres

/// The exchange of the live generation for another one, in one transaction.
///
/// It needs every table for itself for the length of a few renames. It waits for at most fifty
/// milliseconds, in which new readers wait behind it, then lets them pass and tries again: a long report
/// delays the switch, never the readers.
struct GenerationSwitch: Sendable {
  private static let lockMilliseconds: Int32 = 50
  private static let pauses: ClosedRange<Double> = 0.3...1.2

  let level: LevelGenerations
  let log: EventLog

  /// - Parameters:
  ///   - place: the place of the generation to put in the place of the live one.
  ///   - author: the person who accepted its differences; nil if there are none.
  ///   - act: the act that exchanges them; nil if the program does by itself.
  ///   - onWait: called after each attempt that did not have all tables in time.
  func run(
    _ place: GenerationPlace, isExact: Bool, author: String?, as act: ActRecorded?,
    onWait: @Sendable (_ attempts: Int) async -> Void
  ) async throws {
    var attempts = 0
    while true {
      do {
        let prepared = try await prepare(act)
        return try await level.hold(log.lanes, isExact: isExact) { connection in
          _ = try await prepared?.record(on: connection)
          _ = try connection.query(
            .generationSwitch, place.rawValue, Self.lockMilliseconds, author)
        }
      } catch PostgresError.server(let error) where error.sqlState == .lockNotAvailable {
        attempts += 1
        await onWait(attempts)
        try await Task.sleep(for: .seconds(Double.random(in: Self.pauses)))
        try await level.catchUp()
      }
    }
  }

  private func prepare(_ act: ActRecorded?) async throws -> PreparedAct? {
    guard let act else { return nil }
    return try await log.acts.prepare(act)
  }
}
