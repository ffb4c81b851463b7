import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Middleware that counts the bytes of each body as they arrive, until its request is answered. A
/// body that finds no room in the budget is answered 503.
struct MeteredBodies: RouterMiddleware {
  let budget: BodyBudget

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    guard request.hasBody else { return try await next(request, context) }
    let share = BodyShare(of: budget)
    defer { share.giveBack() }
    var request = request
    request.body = RequestBody(asyncSequence: MeteredBody(pieces: request.body, share: share))
    return try await next(request, context)
  }
}

/// A body whose pieces are counted.
private struct MeteredBody: AsyncSequence, Sendable {
  let pieces: RequestBody
  let share: BodyShare

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: RequestBody.AsyncIterator
    let share: BodyShare

    mutating func next() async throws -> ByteBuffer? {
      guard let piece = try await pieces.next() else { return nil }
      try share.take(piece.readableBytes)
      return piece
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pieces: pieces.makeAsyncIterator(), share: share)
  }
}

extension Request {
  /// True if the head announces a body.
  fileprivate var hasBody: Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }
}
