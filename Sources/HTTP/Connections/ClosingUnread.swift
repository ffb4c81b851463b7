import HTTPTypes
import Hummingbird
import Synchronization

/// Middleware that ends a connection whose request had a body that nobody read: the rest could drip in
/// for ever.
struct ClosingUnread: RouterMiddleware {
  /// The mark of the present request, which the reading of its body sets.
  @TaskLocal static var mark: Mark?

  final class Mark: Sendable {
    private let flag = Atomic(false)

    var isRead: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
  }

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    guard request.mayHaveBody else { return try await next(request, context) }
    let mark = Mark()
    var response = try await Self.$mark.withValue(mark) { try await next(request, context) }
    if !mark.isRead { response.headers[.connection] = "close" }
    return response
  }
}

extension Request {
  fileprivate var mayHaveBody: Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }
}
