import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Middleware of requests with a key that counts the bytes of each body as they arrive, until its
/// request is answered. A body that finds no room in the budget is answered 503.
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
    request.body = RequestBody(
      asyncSequence: MeteredBody(pieces: request.body, take: share.take, finish: {}))
    return try await next(request, context)
  }
}

/// Middleware of requests without a key that counts the bytes of each body as they arrive, and answers
/// 503 to a body that gave its room to another one.
struct MeteredStrangers: RouterMiddleware {
  let bodies: StrangerBodies

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    guard request.hasBody else { return try await next(request, context) }
    return try await withoutActuallyEscaping(next) { next in
      let rest = UncheckedNext(call: next)
      let reading = CutOffTask()
      let body = bodies.begin { reading.cancel() }
      var request = request
      request.body = RequestBody(
        asyncSequence: MeteredBody(
          pieces: request.body,
          take: { [bodies] count throws(Problem) in try bodies.take(count, of: body) },
          finish: { [bodies] in bodies.finish(body) }))
      let metered = request
      let result = await reading.run { try await rest.call(metered, context) }
      guard bodies.end(body) else { throw Problem.bodiesTooMany }
      return try result.get()
    }
  }
}

/// The work on a request, which may be cancelled before it begins.
private final class CutOffTask: Sendable {
  private let task = Mutex<(work: Task<Response, any Error>?, isCancelled: Bool)>((nil, false))

  func run(_ work: @escaping @Sendable () async throws -> Response) async -> Result<
    Response, any Error
  > {
    let running = Task.immediate { try await work() }
    let isCancelled = task.withLock { task in
      task.work = running
      return task.isCancelled
    }
    if isCancelled { running.cancel() }
    return await withTaskCancellationHandler {
      await running.result
    } onCancel: {
      running.cancel()
    }
  }

  func cancel() {
    task.withLock { task in
      task.isCancelled = true
      return task.work
    }?.cancel()
  }
}

/// The rest of a chain, called once by the task that has it.
private struct UncheckedNext: @unchecked Sendable {
  let call: (Request, APIContext) async throws -> Response
}

/// A body whose pieces are counted.
private struct MeteredBody: AsyncSequence, Sendable {
  let pieces: RequestBody
  /// Takes room for bytes, or throws.
  let take: @Sendable (Int) throws(Problem) -> Void
  /// Notes that the body is whole.
  let finish: @Sendable () -> Void

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: RequestBody.AsyncIterator
    let body: MeteredBody

    mutating func next() async throws -> ByteBuffer? {
      guard let piece = try await pieces.next() else {
        body.finish()
        return nil
      }
      try body.take(piece.readableBytes)
      return piece
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pieces: pieces.makeAsyncIterator(), body: self)
  }
}

extension Request {
  /// True if the head announces a body.
  fileprivate var hasBody: Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }
}
