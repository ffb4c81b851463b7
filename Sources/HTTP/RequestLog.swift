import Hummingbird
import Logging

/// Middleware that logs a line for each request: the pattern of its route, its key, and its
/// outcome. Paths and parameters are left out, because they name accounts. Rejections of callers
/// without a key are sampled, and so are all while the ledger is unavailable.
struct RequestLog: RouterMiddleware {
  private let sampler = LogSampler()

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let took = ContinuousClock.now - start
    guard let leftOut = linesLeftOut(context.caller) else { return response }
    var metadata: Logger.Metadata = [
      "method": "\(request.method)", "route": "\(context.endpointPath ?? "none")",
      "status": .stringConvertible(response.status.code),
      "microseconds": .stringConvertible(took.microseconds),
      "key": "\(context.caller.keyID ?? "none")",
    ]
    if let code = context.caller.problem { metadata["code"] = "\(code)" }
    if leftOut > 0 { metadata["leftOut"] = .stringConvertible(leftOut) }
    context.logger.info("request", metadata: metadata)
    return response
  }

  /// Returns the number of earlier lines that the line of this request stands for; nil if it is to
  /// be left out, too.
  private func linesLeftOut(_ caller: Caller) -> Int? {
    guard let problem = caller.problem, caller.keyID == nil || problem == Problem.unavailableCode
    else { return 0 }
    return sampler.admit(problem)
  }
}

extension Duration {
  var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
