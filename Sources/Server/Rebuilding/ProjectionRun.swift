package import EventStore
package import HTTP
import Ledger
import Postgres
package import Projections

/// A command about the projections, over a database whose schema is current.
package struct ProjectionRun: Sendable {
  private var rebuild: Rebuild

  /// Lends the run. A signal ends the work at a place from which it goes on.
  package static func with<Result: Sendable>(
    _ settings: Settings, _ onProgress: @escaping @Sendable (Rebuild.Progress) -> Void,
    _ body: @escaping @Sendable (ProjectionRun) async throws -> Result
  ) async throws -> Result {
    do {
      return try await Interruption.canceling {
        try await Database.withLog(settings) { log, database in
          var rebuild = Rebuild(pool: database.pool, log: log, logger: .quiet)
          rebuild.onProgress = onProgress
          return try await body(ProjectionRun(rebuild: rebuild))
        }
      }
    } catch let error as RebuildError {
      throw Failure("\(error)")
    } catch is CancellationError {
      throw Failure.interrupted
    } catch PostgresError.canceled {
      throw Failure.interrupted
    }
  }

  /// Returns the projections with their generations and lags.
  package static func list(_ log: EventLog, in database: Database) async throws -> ProjectionsBody {
    let service = RebuildService(pool: database.pool, log: log, logger: .quiet)
    let status = try await service.status()
    return ProjectionsBody(try await service.projections(status), status)
  }

  package mutating func change(_ change: (inout Rebuild) -> Void) { change(&rebuild) }

  package func rebuild() async throws -> RebuildOutcomeBody {
    RebuildOutcomeBody(try await rebuild.run(), switches: rebuild.switches)
  }

  package func switchNext() async throws -> RebuildOutcomeBody {
    RebuildOutcomeBody(try await rebuild.switchNext(), switches: true)
  }

  package func check() async throws -> DifferencesBody {
    DifferencesBody(try await rebuild.check())
  }

  package func rollBack() async throws -> RebuildOutcomeBody {
    try await rebuild.rollBack()
    return RebuildOutcomeBody(.switched, switches: true)
  }

  package func drop(_ place: GenerationPlace) async throws -> Int32 {
    guard let number = try await rebuild.drop(place) else {
      throw place == .next ? RebuildError.noNext : RebuildError.noPrevious
    }
    return number
  }
}

/// The JSON form of a rebuild's outcome.
package struct RebuildOutcomeBody: Encodable, Sendable {
  package let switched: Bool
  /// Absent after a switch, and if the live projections were never built.
  package let differences: DifferencesBody?
  /// True if a switch was wanted and refused, because chains differ.
  package let isRefused: Bool

  private enum CodingKeys: CodingKey {
    case switched, differences
  }

  init(_ outcome: Rebuild.Outcome, switches: Bool) {
    switch outcome {
    case .switched: (switched, differences) = (true, nil)
    case .ready(let found): (switched, differences) = (false, found.map(DifferencesBody.init))
    }
    isRefused = !switched && !(differences?.equal ?? true)
  }

  package var lines: [String] {
    if switched {
      return ["Switched: `daicho projections rollback` returns to the previous generation."]
    }
    guard let differences else { return ["Built; `daicho projections switch` puts it in place."] }
    if differences.equal {
      return differences.lines + ["`daicho projections switch` puts it in place."]
    }
    return differences.lines + [
      "Not switched. `daicho projections switch --expect-differences NAME --reason WHY` puts the rebuilt rows "
        + "in place: after a change of the rules that intends it, and as well where the live rows are damaged. "
        + "Keep the live rows only if this program is the wrong one: then `daicho projections drop`."
    ]
  }
}

extension Failure {
  fileprivate static let interrupted = Failure(
    "interrupted: the same command goes on where it was, `daicho projections drop` discards it")
}
