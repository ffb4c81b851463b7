import Hummingbird

/// Middleware that ends a request that takes too long, as with a database that does not answer. The
/// caller is told to send it again; an append that was under way may still be committed, and is
/// recognized then.
struct RequestDeadline: RouterMiddleware {
  /// It is longer than the time for a body, which has an answer of its own.
  private static let most: Duration = .seconds(25)
  /// The time for a report, which may read millions of rows.
  private static let mostOfReports: Duration = .seconds(120)

  private let most: Duration
  private let mostOfReports: Duration

  init(most: Duration = Self.most, mostOfReports: Duration = Self.mostOfReports) {
    self.most = most
    self.mostOfReports = mostOfReports
  }

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let time = request.uri.path.hasPrefix("/v1/reports") ? mostOfReports : most
    let response = try await withoutActuallyEscaping(next) { next in
      let answer = UncheckedNext(call: next)
      return try await DeadlineWatch.shared.run(within: time) {
        try await answer.call(request, context)
      }
    }
    guard let response else {
      throw Problem.unavailable(
        "unavailable", "The ledger did not answer in time; send it again.")
    }
    return response
  }
}

/// The rest of the chain, called once by the task that has it.
private struct UncheckedNext: @unchecked Sendable {
  let call: (Request, APIContext) async throws -> Response
}
