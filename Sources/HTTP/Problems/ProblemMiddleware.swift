import Access
import Hummingbird
import Intake
import Logging
import Projections

/// Middleware that turns every error into a problem document. For an unknown error the caller gets
/// only the request's id, under which the error is logged.
struct ProblemMiddleware: RouterMiddleware {
  /// True for an error after which the same request may succeed later.
  let isTransient: @Sendable (any Error) -> Bool
  private let sampler = LogSampler(linesMax: 1)

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = problem(error, context: context)
      context.caller.problem = problem.code
      return try problem.response(from: request, context: context)
    }
  }

  private func problem(_ error: any Error, context: APIContext) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case let rejection as Rejection: return Problem(rejection)
    case is TooManyKeyLookups:
      return .unavailable(
        "too_many_key_lookups", "Too many unknown keys are being looked up; send it again.")
    case ProjectionError.positionNotReached:
      return .unavailable(
        "position_not_reached", "What was recorded is not in the answer yet; ask again.")
    case ProjectionError.momentAhead:
      return .badRequest(
        "invalid_parameter", "`knownAt` has not passed yet by the database's clock.")
    case let altered as KeptBytesAltered: return .keptBytesAltered(altered.description)
    case let error as any HTTPResponseError: return Problem(error)
    case _ where error is CancellationError || Task.isCancelled:
      return .unavailable(Problem.unavailableCode, "The server is stopping; send it again.")
    case _ where isTransient(error):
      if let leftOut = sampler.admit(Problem.unavailableCode) {
        context.logger.warning(
          "store unavailable",
          metadata: ["error": "\(error)", "leftOut": .stringConvertible(leftOut)])
      }
      return .unavailable(
        Problem.unavailableCode, "The ledger cannot be reached now; send it again.")
    default:
      context.logger.error("request failed", metadata: ["error": "\(error)"])
      return .internalError
    }
  }
}
